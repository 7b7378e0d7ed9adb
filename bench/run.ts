import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { measureSets } from '#safety/bench/measure-sets.ts';
import { benchAck } from './ack.ts';
import { benchAnswers } from './answers/answers.ts';
import { UsageError } from './answers/vendor.ts';
import { benchBodies } from './bodies.ts';
import { benchDashboard } from './dashboard.ts';
import { benchDesk } from './desk.ts';
import { measureFalseAlarms } from './false-alarms.ts';
import { benchIdle } from './idle.ts';
import { benchJourney } from './journey.ts';
import { benchKnowledge } from './knowledge/knowledge.ts';
import { benchPaced } from './paced.ts';
import { benchQueue } from './queue.ts';
import { benchReads } from './reads.ts';
import { benchSafety } from './safety.ts';
import { benchScale } from './scale.ts';
import { hasServer, type Kind, serverUrl } from './scene.ts';
import { benchStart } from './start.ts';
import { printTable, type Result } from './statistics.ts';
import { benchSteady } from './steady.ts';
import { benchTraces } from './traces.ts';

/** `npm run bench -- ack journey postgres` runs only those, on that database. */
const benches = {
  ack: benchAck,
  bodies: benchBodies,
  desk: benchDesk,
  idle: benchIdle,
  journey: benchJourney,
  knowledge: () => benchKnowledge(requested),
  paced: benchPaced,
  queue: benchQueue,
  reads: benchReads,
  safety: benchSafety,
  scale: benchScale,
  steady: benchSteady,
  traces: benchTraces,
  start: () => benchStart(),
  dashboard: () => benchDashboard(),
} as const;

/** Some need no database at all. */
const embeddedOnly = new Set(['start', 'dashboard', 'knowledge']);

/**
 * `npm run bench -- safety --ordinary FILE… [--even]` measures only what the word lists say of texts, `--report FILE…`
 * only how many alarms of yearly reports were false.
 */
const { values, positionals: requested } = parseArgs({
  options: {
    ordinary: { type: 'boolean' },
    even: { type: 'boolean' },
    report: { type: 'boolean' },
    provider: { type: 'string' },
    'key-from': { type: 'string' },
    model: { type: 'string' },
    'base-url': { type: 'string' },
  },
  allowPositionals: true,
});
if (values.ordinary || values.report) {
  const files = requested.filter((name) => name !== 'safety');
  printTable(values.report ? measureFalseAlarms(files) : measureSets(files, values.even));
  process.exit();
}

// Never among the others: it asks a real vendor, and costs money.
if (requested.includes('answers')) {
  try {
    printTable(await benchAnswers(values, process.env));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  process.exit();
}

const isOneKind = requested.includes('postgres') || requested.includes('embedded');
const names = (Object.keys(benches) as (keyof typeof benches)[]).filter(
  (name) => requested.length === Number(isOneKind) || requested.includes(name),
);
const available: Kind[] = (await hasServer()) ? ['postgres', 'embedded'] : ['embedded'];
const kinds = available.filter((kind) => !isOneKind || requested.includes(kind));
if (available.length === 1)
  console.log(`No PostgreSQL at ${new URL(serverUrl).host}: embedded only.`);

const results: Result[] = [];
for (const name of names) {
  for (const kind of embeddedOnly.has(name) ? (['embedded'] as const) : kinds) {
    console.log(`${name}, ${kind} …`);
    results.push(...(await benches[name](kind)));
  }
}
const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 1e9),
  node: process.version,
  at: new Date().toISOString(),
};
mkdirSync('bench', { recursive: true });
writeFileSync('bench/results.json', `${JSON.stringify({ machine, results }, null, 2)}\n`);
console.log(
  `\n${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, Node ${machine.node}`,
);
printTable(results);
