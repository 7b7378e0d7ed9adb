import './faster-imports.ts';

await import('./start.ts');
