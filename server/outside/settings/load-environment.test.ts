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

function run(args: string[], settings: Record<string, string>, file: string) {
  writeFileSync(join(folder, '.env'), file);
  return spawnSync(process.execPath, args, { cwd: folder, env: settings, encoding: 'utf8' });
}

const loader = join(import.meta.dirname, 'load-environment.ts');
const print = `import(${JSON.stringify(loader)}).then(({ loadEnvironment }) =>
  console.log(JSON.stringify(loadEnvironment())))`;

/** What a process of its own reads: it changes its environment. */
function load(settings: Record<string, string>, file: string): Record<string, string> {
  return JSON.parse(run(['-e', print], settings, file).stdout);
}

const vendors = ['OPENAI', 'ANTHROPIC', 'GOOGLE', 'AZURE_OPENAI'];

describe('an empty setting', () => {
  it('is unset before a package reads it', () => {
    const empty = Object.fromEntries(
      vendors.flatMap((name) => [
        [`${name}_BASE_URL`, ''],
        [`${name}_API_KEY`, ' '],
      ]),
    );
    const settings = { ...empty, DATABASE_URL: '', SANDBOX: '', HTTPS_PROXY: '' };
    // With a wrong port, so that the start ends where it has read its settings.
    const main = join(import.meta.dirname, '../../main.ts');
    const { status, stderr } = run([main], { ...settings, PORT: '70000' }, 'GOOGLE_BASE_URL=\n');
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'PORT must be at most 65535\n' });
  });

  it.each([
    ['nothing', ''],
    ['spaces', '  '],
    ['a Windows line end', '\r'],
    ['quotation marks', '""'],
  ])('is unset in the .env file, too: %s', (_, value) => {
    expect(load({}, `OPENAI_BASE_URL=${value}\nSANDBOX=${value}\n`)).toEqual({});
  });

  it("leaves the file's first line its word, whatever a Windows editor writes before it", () => {
    expect(load({}, '\uFEFFSANDBOX=perhaps\r\n')).toEqual({ SANDBOX: 'perhaps' });
  });

  it('leaves the .env file its word', () => {
    const file = 'SANDBOX=perhaps\nHOST=y\n';
    expect(load({ SANDBOX: '', HOST: 'x' }, file)).toEqual({ SANDBOX: 'perhaps', HOST: 'x' });
  });
});
