import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  hashSources,
  needsBuild,
  publishBuild,
  removeStamp,
  writeStamp,
} from './dashboard-build.ts';

let folder: string;
let site: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sagewire-build-'));
  site = join(folder, 'dist/web');
  for (const name of ['web/lib', 'web/public', 'shared', 'dist/web'])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['web/index.html', 'web/lib/a.ts', 'shared/b.ts', 'package-lock.json'])
    write(name, 'old');
  buildInto(site);
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const isStale = () => needsBuild(site, folder);

function buildInto(target: string): void {
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'index.html'), 'built');
  writeStamp(target, hashSources(folder));
}

it.each([
  ['a changed page', () => write('web/lib/a.ts', 'new')],
  ['a changed limit', () => write('shared/b.ts', 'new')],
  ['another package', () => write('package-lock.json', 'new')],
  ['a new picture', () => write('web/public/face.svg', '<svg/>')],
  ['a file that is gone', () => rmSync(join(folder, 'web/lib/a.ts'))],
  ['a build that was cut off', () => removeStamp(site)],
  ['a dashboard that was deleted', () => rmSync(site, { recursive: true })],
])('%s asks for a build', (_, change) => {
  expect(isStale()).toBe(false);
  change();
  expect(isStale()).toBe(true);
});

it.each([
  ['files that are as new as a checkout makes them', () => touch(2_000_000_000)],
  ['files that are as old as an archive says', () => touch(1)],
  ['a changed test', () => write('web/lib/a.test.ts', 'new')],
  ['an image without the sources', () => rmSync(join(folder, 'web'), { recursive: true })],
])('%s ask for none', (_, change) => {
  change();
  expect(isStale()).toBe(false);
});

function touch(seconds: number): void {
  for (const name of ['web/index.html', 'web/lib/a.ts', 'shared/b.ts'])
    utimesSync(join(folder, name), seconds, seconds);
}

it('a changed source is seen though its time is older than the build', () => {
  write('web/lib/a.ts', 'new');
  touch(1);
  expect(isStale()).toBe(true);
});

it('a fresh build takes the place of the one before', () => {
  write('web/lib/a.ts', 'new');
  const fresh = `${site}-1`;
  buildInto(fresh);
  expect(isStale()).toBe(true);
  publishBuild(fresh, site);
  expect(isStale()).toBe(false);
});
