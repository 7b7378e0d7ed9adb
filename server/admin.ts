import './faster-imports.ts';

await import('./admin/command-line.ts');
