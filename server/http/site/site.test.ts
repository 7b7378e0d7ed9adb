import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runForAllUsers } from './site.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sagewire-site-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('what the start builds is readable by another user, though DATA_DIR is closed', async () => {
  const path = join(folder, 'index.html');
  const own = process.umask(0o077);
  try {
    await runForAllUsers(['-e', `fs.writeFileSync(${JSON.stringify(path)}, '')`]);
    expect(process.umask()).toBe(0o077);
  } finally {
    process.umask(own);
  }
  expect(statSync(path).mode & 0o777).toBe(0o644);
});
