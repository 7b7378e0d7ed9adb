import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { environment } from '#server/environment.ts';
import { aiProviderKeys, baseUrlSetting } from '#shared/ai-providers.ts';

/** From docs/how-to/update-without-a-break.md. */
const longestEndSeconds = 9;

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
const example = parseEnv(read('.env.example')) as Record<string, string>;

it('.env.example names every setting, with its default', () => {
  const leftOut = aiProviderKeys.map(baseUrlSetting).filter((name) => !(name in example));
  const settings = Object.keys(environment.shape).filter(
    (name) => name !== 'NODE_ENV' && !leftOut.some((other) => other === name),
  );
  expect(Object.keys(example).sort()).toEqual(settings.sort());
  const filled = Object.entries(example).filter(([, value]) => value !== '');
  expect(environment.parse(Object.fromEntries(filled))).toEqual(environment.parse({}));
});

it("a copy of .env.example does not move the container's address and data", () => {
  const compose = read('compose.yaml');
  const dockerfile = read('Dockerfile');
  for (const [name, value] of [
    ['HOST', '0.0.0.0'],
    ['PORT', '3000'],
    ['DATA_DIR', '/data'],
  ]) {
    expect(compose).toMatch(
      new RegExp(`environment: &settings\\n(    .*\\n)*    ${name}: ${value}\\n`),
    );
  }
  expect(dockerfile).toContain('VOLUME /data');
});

it('deploy/kubernetes.yaml meets the restricted pod security standard in every deployment', () => {
  const deployments = read('deploy/kubernetes.yaml')
    .split('\n---\n')
    .filter((part) => part.includes('kind: Deployment'));
  expect(deployments).toHaveLength(2);
  for (const deployment of deployments) {
    for (const setting of [
      'runAsNonRoot: true',
      'seccompProfile: { type: RuntimeDefault }',
      'allowPrivilegeEscalation: false',
      'readOnlyRootFilesystem: true',
      'capabilities: { drop: [ALL] }',
      'automountServiceAccountToken: false',
    ]) {
      expect(deployment).toContain(setting);
    }
  }
});

it('deploy/kubernetes.yaml sets settings that exist, and asks for addresses that answer', () => {
  const manifest = read('deploy/kubernetes.yaml');
  const named = [...manifest.matchAll(/^ {2}([A-Z_]+): |name: ([A-Z_]+),/gm)];
  const settings = named.map(([, inMap, inList]) => inMap ?? inList);
  expect(settings).toContain('ROLES');
  expect(Object.keys(environment.shape)).toEqual(expect.arrayContaining(settings));
  const probes = [...manifest.matchAll(/path: (\S+),/g)].map(([, path]) => path);
  expect([...new Set(probes)].sort()).toEqual(['/health/live', '/health/ready']);
});

it("a copy of .env.example does not move the pods' address and data", () => {
  const lastSource = /envFrom:\n(?: +[-#].*\n)* +- configMapRef: .*\n +env:\n/g;
  expect(read('deploy/kubernetes.yaml').match(lastSource)).toHaveLength(2);
});

it('deploy/kubernetes.yaml believes a few addresses as proxies, no whole network', () => {
  const proxies = /TRUST_PROXY: (.*)/.exec(read('deploy/kubernetes.yaml'))?.[1]?.split(',') ?? [];
  expect(proxies).not.toEqual([]);
  for (const proxy of proxies) expect(Number(proxy.split('/')[1])).toBeGreaterThanOrEqual(24);
});

it('both ways to deploy let an old process finish before it is killed', () => {
  const manifest = read('deploy/kubernetes.yaml');
  const drainSeconds = Number(/DRAIN_SECONDS: '(\d+)'/.exec(manifest)?.[1]);
  for (const [, seconds] of manifest.matchAll(/terminationGracePeriodSeconds: (\d+)/g)) {
    expect(Number(seconds)).toBeGreaterThan(drainSeconds + longestEndSeconds);
  }
  expect(manifest.match(/maxUnavailable: 0,/g)).toHaveLength(2);
  const compose = read('compose.yaml');
  expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThan(longestEndSeconds);
  expect(compose).toMatch(/worker:\n {4}<<: \*app\n {4}deploy:\n {6}replicas: 2\n/);
});
