import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { needsBuild } from '#server/http/site/dashboard-build.ts';
import { ensureBrowser } from './browser.ts';

const root = join(import.meta.dirname, '..');

export function setup(): void {
  ensureBrowser();
  if (!needsBuild()) return;
  const { status } = spawnSync('vite', ['build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error('The dashboard could not be built.');
}
