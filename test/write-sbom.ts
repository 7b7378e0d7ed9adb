import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runtimePackage } from './correct-lock.ts';

/** `npm run sbom` */
type Component = {
  name: string;
  version: string;
  'bom-ref': string;
  cpe?: string;
  properties?: { name: string }[];
};
type Sbom = {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

const root = join(import.meta.dirname, '..');
const [target = 'sbom.json'] = process.argv.slice(2);

// With --omit dev, npm also drops production packages that a development package uses, such as zod.
const listAll = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
const sbom: Sbom = JSON.parse(
  execFileSync('npm', listAll, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }),
);
const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
// npm takes the name of the folder.
sbom.metadata.component.name = name;
writeFileSync(target, `${JSON.stringify(toProduction(sbom), null, 2)}\n`);

function toProduction(whole: Sbom): Sbom {
  const components = whole.components
    .filter((component) => !is(component, 'development') && !is(component, 'private'))
    .map(nameRuntime);
  const refs = new Set(components.map((component) => component['bom-ref']));
  const dependencies = whole.dependencies
    .filter(({ ref }) => refs.has(ref) || ref === whole.metadata.component['bom-ref'])
    .map((entry) => ({ ...entry, dependsOn: entry.dependsOn.filter((ref) => refs.has(ref)) }));
  return { ...whole, components, dependencies };
}

/** By the packages' names, no scanner finds what is known of Node. */
function nameRuntime(component: Component): Component {
  if (!runtimePackage.test(component.name)) return component;
  return { ...component, cpe: `cpe:2.3:a:nodejs:node.js:${component.version}:*:*:*:*:*:*:*` };
}

function is({ properties = [] }: Component, kind: string): boolean {
  return properties.some((property) => property.name === `cdx:npm:package:${kind}`);
}
