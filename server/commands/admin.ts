import '#server/db/faster-imports.ts';
import { loadEnvironment } from '#server/outside/settings/load-environment.ts';

loadEnvironment();

await import('./admin/command-line.ts');
