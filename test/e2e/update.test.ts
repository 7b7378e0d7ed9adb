import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, inject, it } from 'vitest';
import { cleanUp, copyData, makeFolder, type Settings, startProduct } from './product.ts';

const project = join(import.meta.dirname, '../..');
const code = [
  'server',
  'shared',
  'safety',
  'sandbox',
  'web',
  'vite.config.ts',
  'package-lock.json',
];
const settings = ['package.json', '.gitignore', 'tsconfig.base.json', 'tsconfig.web.json'];

afterEach(cleanUp);

const git = (folder: string, ...parameters: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...parameters], {
    cwd: folder,
    encoding: 'utf8',
  });

function publish(folder: string): void {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'A release.');
}

function makeOrigin(): string {
  const origin = makeFolder();
  for (const part of [...code, ...settings]) {
    cpSync(join(project, part), join(origin, part), { recursive: true });
  }
  // The folder that `npm ci` makes; without the slash that keeps a link out of it.
  appendFileSync(join(origin, '.gitignore'), '\nnode_modules\n');
  git(origin, 'init', '--quiet', '--initial-branch', 'main');
  publish(origin);
  return origin;
}

function install(origin: string): string {
  const folder = join(makeFolder(), 'sagewire');
  git(origin, 'clone', '--quiet', origin, folder);
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function visit(folder: string, data: Settings) {
  const command = { file: 'npm', parameters: ['start', '--silent'], folder };
  const product = await startProduct({ ...data, LOG_LEVEL: 'info' }, command);
  const robots = await (await fetch(`${product.url}/robots.txt`)).text();
  await product.stop();
  const log = product.log();
  return { robots, hasBuilt: log.includes('building the dashboard'), log };
}

function change(origin: string, text: string): void {
  const path = join(origin, 'web/public/robots.txt');
  writeFileSync(path, `${readFileSync(path, 'utf8')}# ${text}\n`);
  publish(origin);
}

it('serves the new dashboard after git pull and a start, and builds only for changed sources', async () => {
  const origin = makeOrigin();
  const folder = install(origin);
  const data = { DATA_DIR: copyData(inject('prepared').dataDir) };
  expect(await visit(folder, data)).toMatchObject({ hasBuilt: true });
  expect(await visit(folder, data)).toMatchObject({ hasBuilt: false });

  change(origin, 'Second release');
  git(folder, 'pull', '--quiet');
  // Older than the build, as from an archive.
  utimesSync(join(folder, 'web/public/robots.txt'), 1, 1);
  const updated = await visit(folder, data);
  expect(updated).toMatchObject({ hasBuilt: true });
  expect(updated.robots).toContain('# Second release');

  writeFileSync(join(origin, 'web/main.tsx'), 'this is no code (');
  publish(origin);
  git(folder, 'pull', '--quiet');
  const broken = await visit(folder, data);
  expect(broken.log).toMatch(/can't be built: .*main\.tsx/s);
  expect(broken.robots, 'the dashboard of before').toContain('# Second release');
});
