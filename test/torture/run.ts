import { parseArgs } from 'node:util';
import { hasServer, type Kind } from '../../bench/scene.ts';
import { isGood, printReport } from './report.ts';
import { isSmooth, printRolling, rollOver, thisVersion } from './rolling.ts';
import { type Plan, torture } from './torture.ts';
import { copyVersion, expansion } from './versions.ts';

/** `npm run torture -- postgres --seed 7 --minutes 1 --rate 20` */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '3' },
    rate: { type: 'string', default: '50' },
    stops: { type: 'string', default: '0.3' },
    rolling: { type: 'boolean', default: false },
    versions: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const seconds = Number(values.minutes) * 60;
const perSecond = Number(values.rate);
const harms: Record<Kind, Pick<Plan, 'endEveryMs' | 'pauseEveryMs'>> = {
  postgres: { endEveryMs: [1_500, 4_500], pauseEveryMs: [3_000, 8_000] },
  embedded: { endEveryMs: [4_000, 8_000], pauseEveryMs: null },
};
/** The loop guard's limit for ten minutes. */
const maxTexts = 25;
const people = Math.max(200, Math.ceil((seconds * perSecond) / maxTexts));

if (values.rolling || values.versions) {
  console.log(`rolling: ${perSecond} texts/s for ${seconds} s …`);
  const newer = values.versions ? copyVersion([expansion]) : null;
  const versions = newer && { scripts: [thisVersion, newer.script, thisVersion] };
  const report = await rollOver({ seconds, perSecond, people, replicas: 2, ...versions });
  newer?.remove();
  printRolling(report);
  process.exit(isSmooth(report) ? 0 : 1);
}

const available: Kind[] = (await hasServer()) ? ['postgres', 'embedded'] : ['embedded'];
const kinds = available.filter((kind) => positionals.length === 0 || positionals.includes(kind));
if (kinds.length === 0) throw new Error('There is no such database here: postgres or embedded.');
for (const kind of kinds) {
  console.log(`${kind}, seed ${seed}: ${perSecond} texts/s for ${seconds} s …`);
  const report = await torture({
    kind,
    seed,
    seconds,
    perSecond,
    people,
    servicesRecover: false,
    stopShare: Number(values.stops),
    ...harms[kind],
  });
  printReport(report);
  if (!isGood(report)) process.exitCode = 1;
}
