import './db/faster-imports.ts';
import { loadEnvironment } from './outside/settings/load-environment.ts';

loadEnvironment();

await import('./commands/start/start.ts');
