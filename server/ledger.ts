import './faster-imports.ts';

await import('./billing/ledger-command.ts');
