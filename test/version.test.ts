import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const { version } = JSON.parse(read('package.json'));

it('package-lock.json has the version of package.json', () => {
  const lock = JSON.parse(read('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
});

it("CHANGELOG.md's newest release, once there is one, is the version of package.json", () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## \[(.+?)\](.*)$/gm)];
  const [unreleased, newest] = headings.map(([, name]) => name);
  expect(unreleased).toBe('Unreleased');
  expect(newest ?? version).toBe(version);
  for (const [, , date] of headings.slice(1)) expect(date).toMatch(/^ - \d{4}-\d{2}-\d{2}$/);
});
