import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { countTokens } from '#server/ai/count-tokens.ts';
import { buildIndex } from '#server/experts/knowledge/finding/build-index.ts';
import { chooseGiven } from '#server/experts/knowledge/finding/choose-given.ts';
import type { KnowledgeIndex } from '#server/experts/knowledge/finding/knowledge-index.ts';
import type { KnownPiece } from '#server/experts/knowledge/finding/piece.ts';
import { percentile, type Result } from '../statistics.ts';
import { readHandbooks } from './finding/read-handbooks.ts';

const bench = 'knowledge, finding';
const [budgetTokens, today] = [8000, '2026-11-28'];
const manyPieces = 20_000;
const rounds = 5;

/** With the words that answer it, as they stand in the handbooks. */
type Question = { question: string; fact: string };

/** Which pieces a question is given of two real handbooks, and how long that takes with many more. */
export async function benchFinding(): Promise<Result[]> {
  const pieces = readHandbooks().map(toPiece);
  const questions = readQuestions();
  // First: nothing is compiled yet, as after a start.
  const { index: many, results } = await measureBuild(multiply(pieces));
  const index = await buildIndex(pieces);
  const halves = [0, 1].map((half) => questions.filter((_, line) => line % 2 === half));
  const [tuned = [], kept = []] = halves;
  return [
    measureFacts(index, { questions: tuned, half: 'tuned on' }),
    measureFacts(index, { questions: kept, half: 'kept out' }),
    measureSearch(many, questions),
    ...results,
  ];
}

function measureFacts(
  index: KnowledgeIndex,
  { questions, half }: { questions: Question[]; half: string },
): Result {
  const answered = questions.filter(({ question, fact }) =>
    chooseGiven(index, { question, budgetTokens, today }).some(({ text }) => text.includes(fact)),
  );
  return {
    bench,
    measure: `fact among what is given, ${index.pieces.length} pieces, ${questions.length} questions ${half}`,
    value: (100 * answered.length) / questions.length,
    unit: '%',
    promise: '≥ 55 %',
  };
}

function measureSearch(index: KnowledgeIndex, questions: Question[]): Result {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [at, { question }] of questions.entries()) {
      const started = performance.now();
      chooseGiven(index, {
        question,
        previous: questions.at(at - 1)?.question,
        budgetTokens,
        today,
      });
      times.push(performance.now() - started);
    }
  }
  const measure = `choosing among ${index.pieces.length} pieces, p95`;
  return { bench, measure, value: percentile(times, 95), unit: 'ms', promise: '≤ 10 ms' };
}

async function measureBuild(pieces: KnownPiece[]) {
  const before = await readArrayBytes();
  const delays = monitorEventLoopDelay({ resolution: 1 });
  await wait(20);
  delays.enable();
  const [started, cpuBefore] = [performance.now(), readCpuSeconds()];
  const index = await buildIndex(pieces);
  const seconds = (performance.now() - started) / 1e3;
  const cpuSeconds = readCpuSeconds() - cpuBefore;
  await wait(20);
  delays.disable();
  const bytes = (await readArrayBytes()) - before;
  const cpuAfter = readCpuSeconds();
  countWords(pieces);
  const floor = readCpuSeconds() - cpuAfter;
  const measure = (what: string) => `${what}, ${pieces.length} pieces`;
  const results: Result[] = [
    {
      bench,
      measure: measure('first use after a start'),
      value: seconds,
      unit: 's',
      promise: '≤ 1.5 s',
    },
    { bench, measure: measure('its time on the CPU'), value: cpuSeconds, unit: 's', floor },
    {
      bench,
      measure: measure('longest hold of the event loop'),
      value: delays.max / 1e6,
      unit: 'ms',
      floor: await measureIdleDelay(seconds),
      promise: '≤ 50 ms',
    },
    {
      bench,
      measure: measure('postings'),
      value: bytes / 2 ** 20,
      unit: 'MB',
    },
    {
      bench,
      measure: measure('index with texts, as the cache counts it'),
      value: index.bytes / 2 ** 20,
      unit: 'MB',
    },
  ];
  return { index, results };
}

/** What the machine alone holds up in as many seconds. */
async function measureIdleDelay(seconds: number): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await wait(seconds * 1e3);
  delays.disable();
  return delays.max / 1e6;
}

/** Twice, for V8 gives the memory of arrays back after a collection, not in it. */
async function readArrayBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  collect();
  await wait(100);
  collect();
  return process.memoryUsage().arrayBuffers;
}

/** The least that any index does: find the words and look each up. */
function countWords(pieces: KnownPiece[]): void {
  const counts = new Map<string, number>();
  for (const { title, heading, text } of pieces)
    for (const word of `${title}\n${heading}\n${text}`.match(/[A-Za-z0-9]+/g) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + 1);
}

/** Of this process alone: what others do on the machine does not count. */
function readCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** In each copy long words end in its number, for no real base says the same words seven times over. */
function multiply(pieces: KnownPiece[]): KnownPiece[] {
  return Array.from({ length: manyPieces }, (_, position) => {
    const piece = pieces[position % pieces.length] as KnownPiece;
    const copy = Math.floor(position / pieces.length);
    const text = copy === 0 ? piece.text : piece.text.replaceAll(/[a-z]{9,}/g, `$&${copy}x`);
    return { ...piece, position, text, sourceId: `${copy} ${piece.sourceId}` };
  });
}

function toPiece(
  { page: sourceId, title, heading, text }: ReturnType<typeof readHandbooks>[number],
  position: number,
): KnownPiece {
  return {
    ...{ sourceId, title, heading, text, position },
    tokens: countTokens(`[${position}] ${title}, ${heading}: ${text}`),
    ...{ generation: 1, page: null, validFrom: null, validUntil: null, isQuotable: true },
  };
}

function readQuestions(): Question[] {
  const file = join(import.meta.dirname, 'finding/questions.txt');
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [question = '', fact = ''] = line.split('\t');
    return { question, fact };
  });
}
