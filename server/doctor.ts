import './faster-imports.ts';
import { loadEnvironment } from './load-environment.ts';

loadEnvironment();

await import('./doctor/command-line.ts');
