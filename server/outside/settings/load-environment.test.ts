import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sagewire-env-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** With a wrong port, so that the start ends where it has read its settings. */
function start(settings: Record<string, string>, file = ''): { code: number | null; err: string } {
  writeFileSync(join(folder, '.env'), file);
  const main = join(import.meta.dirname, '../../main.ts');
  const { status, stderr } = spawnSync(process.execPath, [main], {
    cwd: folder,
    env: { PORT: '70000', ...settings },
    encoding: 'utf8',
  });
  return { code: status, err: stderr };
}

const onlyThePort = { code: 1, err: 'PORT must be at most 65535\n' };
const vendors = ['OPENAI', 'ANTHROPIC', 'GOOGLE', 'AZURE_OPENAI'];

describe('an empty setting', () => {
  it('is unset before a package reads it', () => {
    const empty = Object.fromEntries(
      vendors.flatMap((name) => [
        [`${name}_BASE_URL`, ''],
        [`${name}_API_KEY`, ' '],
      ]),
    );
    expect(start({ ...empty, DATABASE_URL: '', SANDBOX: '', HTTPS_PROXY: '' })).toEqual(
      onlyThePort,
    );
  });

  it.each([
    ['nothing', ''],
    ['spaces', '  '],
    ['a Windows line end', '\r'],
    ['quotation marks', '""'],
  ])('is unset in the .env file, too: %s', (_, value) => {
    const lines = vendors.map((name) => `${name}_BASE_URL=${value}`);
    expect(start({}, `${lines.join('\n')}\nSANDBOX=${value}\n`)).toEqual(onlyThePort);
  });

  it("leaves the file's first line its word, whatever a Windows editor writes before it", () => {
    expect(start({}, '\uFEFFSANDBOX=perhaps\r\n').err).toContain('SANDBOX must be');
  });

  it('leaves the .env file its word', () => {
    const { err } = start({ SANDBOX: '', HOST: 'x' }, 'SANDBOX=perhaps\nHOST=y\n');
    expect(err).toContain('SANDBOX must be auto, mixed, on or off');
  });
});
