import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';

const root = join(import.meta.dirname, '..');

export function setup(): void {
  ensureBrowser();
  if (isBuilt()) return;
  const { status } = spawnSync('vite', ['build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error('The dashboard could not be built.');
}

function isBuilt(): boolean {
  const page = join(root, 'dist/web/index.html');
  if (!existsSync(page)) return false;
  const builtAt = statSync(page).mtimeMs;
  const sources = globSync(['web/**/*', 'shared/**/*', 'vite.config.ts', 'package-lock.json'], {
    cwd: root,
  });
  return sources.every((path) => statSync(join(root, path)).mtimeMs < builtAt);
}
