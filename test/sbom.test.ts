import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

type Component = {
  purl: string;
  version: string;
  cpe?: string;
  hashes: { alg: string; content: string }[];
};

const root = join(import.meta.dirname, '..');
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const { dependencies, optionalDependencies, devDependencies } = read(join(root, 'package.json'));
const locked = read(join(root, 'package-lock.json')).packages;
const forProduction = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
  (name) => !locked[`node_modules/${name}`].link,
);
/** Without those that production needs, too. */
const forDevelopment = Object.keys(devDependencies).filter(
  (name) => locked[`node_modules/${name}`].dev,
);

it('npm run sbom names every production dependency with version and hash, Node too, and no other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sagewire-sbom-'));
  try {
    const target = join(folder, 'sbom.json');
    execFileSync('npm', ['run', 'sbom', '--', target], { cwd: root, stdio: 'pipe' });
    const sbom = read(target);
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'sagewire' } },
    });
    const components: Component[] = sbom.components;
    const named = components.map(({ purl }) => nameIn(purl));
    expect(named).toContain('fastify');
    expect(forProduction.filter((name) => !named.includes(name))).toEqual([]);
    expect(forDevelopment).toContain('vitest');
    expect(forDevelopment.filter((name) => named.includes(name))).toEqual([]);
    expect(components.filter(({ hashes, version }) => !version || hashes.length === 0)).toEqual([]);
    expect(components.filter(({ cpe }) => cpe)).toHaveLength(4);
    for (const name of Object.keys(optionalDependencies)) {
      const { integrity, version } = locked[`node_modules/${name}`];
      const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
      expect(components.find(({ purl }) => nameIn(purl) === name)).toMatchObject({
        cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
        hashes: [{ alg: 'SHA-512', content }],
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** `pkg:npm/%40fastify/helmet@13.2.0` → `@fastify/helmet` */
function nameIn(purl: string): string {
  const [, name = ''] = /^pkg:npm\/(.+)@[^@]+$/.exec(purl) ?? [];
  return decodeURIComponent(name);
}
