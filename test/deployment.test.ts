import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { environment } from '#server/outside/settings/environment.ts';
import { aiProviderKeys, baseUrlSetting } from '#shared/ai-providers.ts';

/** From docs/how-to/update-without-a-break.md. */
const maxEndSeconds = 9;

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
const example = parseEnv(read('.env.example')) as Record<string, string>;
const compose = read('compose.yaml');
/** What compose.yaml itself reads of .env. */
const ofCompose = [
  ...new Set(Array.from(compose.matchAll(/\$\{(\w+)/g), ([, name]) => name ?? '')),
];

it('.env.example names every setting, with its default', () => {
  const leftOut = aiProviderKeys.map(baseUrlSetting).filter((name) => !(name in example));
  const settings = Object.keys(environment.shape).filter(
    (name) => name !== 'NODE_ENV' && !leftOut.some((other) => other === name),
  );
  expect(ofCompose).toContain('POSTGRES_PASSWORD');
  expect(Object.keys(example).sort()).toEqual([...new Set([...settings, ...ofCompose])].sort());
  const filled = Object.entries(example).filter(([, value]) => value !== '');
  expect(environment.parse(Object.fromEntries(filled))).toEqual(environment.parse({}));
});

it("a copy of .env.example does not move the container's address and data", () => {
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
    expect(Number(seconds)).toBeGreaterThan(drainSeconds + maxEndSeconds);
  }
  expect(manifest.match(/maxUnavailable: 0,/g)).toHaveLength(2);
  expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThan(maxEndSeconds);
  expect(compose).toMatch(/worker:\n {4}<<: \*app\n {4}deploy:\n {6}replicas: 2\n/);
});

const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nvolumes:'));

it('compose.yaml opens no port to the outside but those of the service with TLS', () => {
  const ports = [...services.matchAll(/- '((?:[\d.]+:)?\d+:\d+(?:\/udp)?)'/g)].map(
    ([, port]) => port,
  );
  expect(ports).toEqual(['80:80', '443:443', '443:443/udp', '127.0.0.1:3000:3000']);
});

it('compose.yaml limits the log of every service, and starts each again', () => {
  const named = services.split(/\n(?= {2}\w+:\n)/).slice(1);
  expect(named).toHaveLength(5);
  for (const service of named) {
    expect(service).toMatch(/<<: \*app\n|logging: \*logging/);
    expect(service).toMatch(/<<: \*app\n|restart: unless-stopped/);
  }
  expect(compose).toMatch(
    /logging: &logging\n {4}driver: local\n {4}options: \{ max-size: 20m, max-file: '5' \}/,
  );
});

it('every image is fixed by its digest', () => {
  const images = [...services.matchAll(/image: (?!\*)(?:&\w+ )?(.+)/g)].map(([, image]) => image);
  const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(images).toHaveLength(2);
  expect(bases).toHaveLength(2);
  for (const image of [...images, ...bases]) expect(image).toMatch(/^\S+:\S+@sha256:[0-9a-f]{64}$/);
});
