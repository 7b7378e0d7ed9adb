import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, it } from 'vitest';
import { placeDatabase } from '#test/database.ts';
import { freePort } from '#test/free-port.ts';
import { closeDataDir } from './data-dir.ts';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'sagewire-modes-'));
const dataDir = join(home, 'data');
const umask = process.umask();
/** Other files share this process. */
afterEach(() => process.umask(umask));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Returns the log. */
async function start(look: () => void): Promise<string> {
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()), ROLES: 'worker' };
  const child = spawn(process.execPath, ['--liftoff-only', main], { env, cwd: home });
  let out = '';
  for await (const text of child.stdout) {
    out += text;
    if (!out.includes('"msg":"started"') || child.killed) continue;
    look();
    child.kill('SIGTERM');
  }
  if (child.exitCode === null) await once(child, 'exit');
  return out;
}

function modes() {
  const paths = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(dataDir, name),
  );
  const stats = [dataDir, ...paths].map((path) => statSync(path));
  const of = (some: typeof stats) => [
    ...new Set(some.map(({ mode }) => (mode & 0o777).toString(8))),
  ];
  return {
    count: stats.length,
    folders: of(stats.filter((stat) => stat.isDirectory())),
    files: of(stats.filter((stat) => stat.isFile())),
  };
}

it('keeps DATA_DIR to its user, and says once what was open', async () => {
  placeDatabase(dataDir);
  chmodSync(dataDir, 0o755);
  chmodSync(join(dataDir, 'database', 'base'), 0o775);
  const log = await start(() => {
    const { count, ...found } = modes();
    expect(found).toEqual({ folders: ['700'], files: ['600'] });
    expect(count).toBeGreaterThan(500);
  });
  const lines = log.split('\n').filter((line) => line.includes('open to other users'));
  expect(lines).toEqual([
    expect.stringMatching(/DATA_DIR \S+ was open to other users: closed \d+ paths/),
  ]);
  expect(closeDataDir(dataDir)).toBeNull();
});

it('closes what is open in a folder that is closed', () => {
  chmodSync(join(dataDir, 'secret.key'), 0o644);
  chmodSync(join(dataDir, 'database', 'base'), 0o775);
  expect(closeDataDir(dataDir)).toContain('closed 2 paths');
  expect(modes()).toMatchObject({ folders: ['700'], files: ['600'] });
});

it('follows DATA_DIR if it is a link, but no link inside it', () => {
  const [link, elsewhere] = [join(home, 'link'), join(home, 'elsewhere')];
  mkdirSync(join(elsewhere, 'inside'), { recursive: true });
  writeFileSync(join(elsewhere, 'file'), '', { mode: 0o644 });
  const folders = [elsewhere, join(elsewhere, 'inside')];
  for (const folder of folders) chmodSync(folder, 0o755);
  symlinkSync(elsewhere, join(dataDir, 'planted'));
  symlinkSync(dataDir, link);
  chmodSync(dataDir, 0o755);
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  closeDataDir(link);
  expect(modeOf(dataDir)).toBe('700');
  expect(folders.map(modeOf)).toEqual(['755', '755']);
  expect(modeOf(join(elsewhere, 'file'))).toBe('644');
});
