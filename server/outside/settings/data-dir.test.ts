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
import { afterAll, expect, it } from 'vitest';
import { freePort } from '#test/free-port.ts';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'sagewire-modes-'));
const dataDir = join(home, 'data');
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Returns the log. */
async function start(look: () => void, DATA_DIR = dataDir): Promise<string> {
  const env = { DATA_DIR, PORT: String(await freePort()), ROLES: 'worker' };
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

it('keeps DATA_DIR to its user, also what the embedded database makes', async () => {
  const log = await start(() => {
    const { count, ...found } = modes();
    expect(found).toEqual({ folders: ['700'], files: ['600'] });
    expect(count).toBeGreaterThan(500);
  });
  expect(log).not.toContain('open to other users');
});

it('closes a folder that was open, and says so once', async () => {
  chmodSync(dataDir, 0o755);
  chmodSync(join(dataDir, 'secret.key'), 0o644);
  chmodSync(join(dataDir, 'database', 'base'), 0o775);
  const log = await start(() => {
    expect(modes()).toMatchObject({ folders: ['700'], files: ['600'] });
  });
  const lines = log.split('\n').filter((line) => line.includes('open to other users'));
  expect(lines).toEqual([
    expect.stringContaining(`DATA_DIR ${dataDir} was open to other users: closed 3 paths`),
  ]);
});

it('follows DATA_DIR if it is a link, but no link inside it', async () => {
  const [link, elsewhere] = [join(home, 'link'), join(home, 'elsewhere')];
  mkdirSync(join(elsewhere, 'inside'), { recursive: true });
  writeFileSync(join(elsewhere, 'file'), '', { mode: 0o644 });
  const folders = [elsewhere, join(elsewhere, 'inside')];
  for (const folder of folders) chmodSync(folder, 0o755);
  symlinkSync(elsewhere, join(dataDir, 'planted'));
  symlinkSync(dataDir, link);
  chmodSync(dataDir, 0o755);
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  await start(() => {
    expect(modeOf(dataDir)).toBe('700');
    expect(folders.map(modeOf)).toEqual(['755', '755']);
    expect(modeOf(join(elsewhere, 'file'))).toBe('644');
  }, link);
});
