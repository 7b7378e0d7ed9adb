import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { failureReport } from './test/failure-report.ts';
import { isInRest, readPart } from './test/suite-part.ts';

const isLongRun = process.env.LONG_RUN !== undefined;
const part = readPart(process.argv.slice(2), process.env);
// The workers draw screens by it.
process.env.TEST_PART = part;
const hasFirst = part !== 'rest';
const hasRest = part !== 'first';

/** Which files run in this part of the suite. */
const inFirst = (paths: string[]) => (hasFirst ? paths : []);
const inRest = (paths: string[]) => (hasRest ? paths : []);
const inTheirPart = (paths: string[]) =>
  paths.filter((path) => (isInRest(path) ? hasRest : hasFirst));
/** Minutes of forms' faults, restarts, updates and proxies. */
const longStories = ['forms', 'production', 'proxies', 'restart', 'update'].map(
  (name) => `test/e2e/${name}.test.ts`,
);
/** They run in both parts: in the light, then in the dark. */
const screens = 'test/e2e/screens.test.ts';
const stories = globSync('test/e2e/**/*.test.ts').filter(
  (path) => !longStories.includes(path) && path !== screens,
);

/** More than there are cores: a test waits for a process, a database or a page for a third of its time. */
const maxWorkers = Math.ceil(availableParallelism() * 2);

const nodeTests = globSync('{server,shared,safety,sandbox,deploy,test}/**/*.test.ts', {
  exclude: ['test/{e2e,web}/**'],
});
/** Test files open a database through these helpers only. */
const opensDatabase =
  /from '(?:#test|\.)\/(?:runtime|database|analytics-data|stripe-process|channel-journey-suite)\.ts'/;
const withDatabase = nodeTests.filter((path) => opensDatabase.test(readFileSync(path, 'utf8')));
/** Their processes need more connections than PostgreSQL has beside the other tests. */
const tortureTests = ['torture', 'silence', 'versions'].map(
  (name) => `test/torture/${name}.test.ts`,
);
const withoutDatabase = nodeTests.filter(
  (path) => !withDatabase.includes(path) && !tortureTests.includes(path),
);

/** What several connections that lock and wait can break: the journeys, billing, the queue and the stores. */
const needsBothEngines = new RegExp(
  [
    '^server/(billing|jobs|db|messages)/',
    '^server/(desk/(conversations|search)|people/(connections|account)|operations/(backup|restore))/',
    '^server/journey/([a-z]+/)?(.*journey|bursts|crisis|crisis-race|guards|handover|attempts|replay|fallback|odd-characters|simulated-talks).test.ts',
    '^server/(http/agreement|db/changes|operations/alerts/deliver).test.ts',
    '^test/attack/(odd-characters|claims).test.ts',
  ].join('|'),
);

/** Mail, hashing and files take their time, and they are the same beside either engine. */
const besideDatabase =
  /(people\/(passwords|emails)\/(passwords|email-change)|experts\/upload-image|account\/export)\.test/;

/** Random histories: on one engine in the suite, on both in `npm run test:long`. */
const inAnyOrder = /in-any-order|simulated-talks/;

const withBothEngines = withDatabase.filter(
  (path) =>
    needsBothEngines.test(path) &&
    (isLongRun || !(inAnyOrder.test(path) || besideDatabase.test(path))),
);
const hasServer = process.env.TEST_DATABASE_URL !== undefined;

/** Most of a small file's time went into loading the product again, so the files of a worker share its modules. */
const isolate = false;

/** The product's own way to load, without Vite's copy of each module: a worker starts in half the time. */
const asNode = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: [
    ...['--import', join(import.meta.dirname, 'server/db/faster-imports.ts')],
    // A worker lives too briefly to repay the embedded database's optimized code.
    '--liftoff-only',
  ],
};

/** `.ci/run` sets it: its machine may be busy with other work, where a test takes many times as long. The rest is long itself. */
const isPatient = process.env.CI !== undefined || hasRest;
const timeLimits = { testTimeout: isPatient ? 90_000 : 20_000, hookTimeout: 120_000 };
/** A story waits for a product's processes, a browser and a model, step by step. */
const storyTimeLimits = { ...timeLimits, testTimeout: isPatient ? 240_000 : 60_000 };
/** Where the machine is shared, a browser may be starved for a minute. The report names what needed it: a race to look into. */
const retry = process.env.CI === undefined ? 0 : 1;

const withDatabaseSetup = {
  ...asNode,
  isolate,
  globalSetup: ['test/database-template.ts'],
  setupFiles: ['test/setup.ts'],
  maxWorkers,
  ...timeLimits,
};

/** Begins the longest stories first, so that no core waits for the other at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      /e2e\/(screens|forms|restart)\.test/.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ['default', failureReport],
    experimental: { diagnostics: false },
    projects: [
      {
        test: {
          name: 'unit',
          ...asNode,
          include: inTheirPart(withoutDatabase),
          setupFiles: ['test/setup.ts'],
          isolate,
          maxWorkers,
          ...timeLimits,
        },
      },
      // The server takes half the time of the embedded database, so it runs them all where there is one.
      {
        test: {
          name: 'server',
          include: hasServer ? inRest(withBothEngines) : inTheirPart(withDatabase),
          ...withDatabaseSetup,
        },
      },
      {
        test: {
          name: 'postgres',
          include: hasServer ? inTheirPart(withDatabase) : [],
          ...withDatabaseSetup,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: inFirst(['web/**/*.test.{ts,tsx}']),
          environment: 'happy-dom',
          isolate,
          // Styles are left out, but for those that a test reads as text.
          css: { include: /\?raw$/ },
          setupFiles: ['test/web/setup.ts'],
          maxWorkers,
          ...timeLimits,
        },
      },
      {
        test: {
          name: 'e2e',
          ...asNode,
          include: [screens, ...inFirst(stories), ...inRest(longStories)],
          globalSetup: ['test/stories-setup.ts', 'test/e2e/prepare-stories.ts'],
          // Each file has a product of its own; the files of a worker share its Chromium.
          isolate,
          maxWorkers,
          // After the others, which need both cores themselves.
          sequence: { groupOrder: 1 },
          // What a busy machine draws a little later is there all the same.
          expect: { poll: { timeout: 15_000 } },
          retry,
          ...storyTimeLimits,
        },
      },
      {
        test: {
          name: 'torture',
          ...asNode,
          include: inRest(tortureTests),
          sequence: { groupOrder: 2 },
          ...storyTimeLimits,
        },
      },
    ],
  },
});
