import { setTimeout as wait } from 'node:timers/promises';
import { modelFor } from '#server/ai/index.ts';
import { ModelError, type ModelFailureKind, modelFailures } from '#server/ai/model.ts';
import { replyToWhatFits } from '#server/ai/reply-to-what-fits.ts';
import type { Knowledge } from '#server/experts/knowledge/known.ts';
import { askAndCheck } from '#server/journey/answer/ask-and-check.ts';
import { writeInstructions } from '#server/journey/answer/write-instructions.ts';
import { bakery } from '../knowledge/questions/bakery.ts';
import { bicycles } from '../knowledge/questions/bicycles.ts';
import { listPieces, type Questions } from '../knowledge/questions/list-pieces.ts';
import { median, type Result } from '../statistics.ts';
import { type Asked, judge, listAsked, type Verdict } from './judge.ts';
import { type AnswerOptions, parseVendor, UsageError, type Vendor } from './vendor.ts';
import { findWilsonInterval } from './wilson.ts';

const sets: Questions[] = [bakery, bicycles];
const atOnce = 4;
const attempts = 3;
const timeoutMs = 120_000;
/** Of a vendor that asks us to slow down without saying how long. */
const pauseMs = 2_000;
/** What each further call would end with, too. */
const hopeless = new Set<ModelFailureKind>([
  ...(['credentials', 'not_found', 'bad_request', 'no_address', 'redirected'] as const),
]);

type Answered = { asked: Asked; verdict: Verdict | 'failed'; ms: number; tokens: number };

/**
 * `npm run bench -- answers --provider openai --key-from OPENAI_API_KEY`: asks a real vendor, by the product's own code and
 * with its prompt, what two small handbooks say and what they don't. It costs money and has no promise.
 * @throws {UsageError}
 */
export async function benchAnswers(
  options: AnswerOptions,
  environment: Record<string, string | undefined>,
): Promise<Result[]> {
  const vendor = parseVendor(options, environment);
  const waiting = sets.flatMap((set) => listAsked(set).map((asked) => ({ set, asked })));
  const { model } = vendor.settings;
  console.log(`Asking ${model} ${waiting.length} questions, ${atOnce} at once …`);
  const answered: Answered[] = [];
  const askRest = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      answered.push(await ask(vendor, next.set, next.asked));
  };
  await Promise.all(Array.from({ length: atOnce }, askRest)).finally(() => {
    // Calls cost money: after a failure that ends the bench, none is begun.
    waiting.length = 0;
  });
  return report(`answers, ${model}`, answered);
}

async function ask(vendor: Vendor, set: Questions, asked: Asked): Promise<Answered> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askOnce(vendor, set, asked);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      const { kind, detail, retryAfterMs } = error;
      if (hopeless.has(kind)) throw new UsageError(`${modelFailures[kind].text} ${detail}`.trim());
      if (!error.isRetryable || attempt === attempts) {
        console.log(`failed: ${asked.question}: ${kind} ${detail}`);
        return { asked, verdict: 'failed', ms: Number.NaN, tokens: 0 };
      }
      await wait(retryAfterMs ?? pauseMs);
    }
  }
}

async function askOnce({ key, settings }: Vendor, set: Questions, asked: Asked): Promise<Answered> {
  const knowledge: Knowledge = {
    ...{ mode: 'strict', revision: `bench ${set.title}`, siteHosts: [] },
    given: listPieces(set),
  };
  const prompt = `You are the assistant of ${set.title}. You answer in two or three short sentences that fit a text message.`;
  const messages = [{ role: 'user' as const, content: asked.question }];
  const model = modelFor(key, fetch);
  const replied = await askAndCheck(knowledge, messages, async (fault) => {
    const instructions = writeInstructions(prompt, { knowledge, fault });
    const began = performance.now();
    const result = await replyToWhatFits(model, { instructions, messages, settings, timeoutMs });
    return { result, ms: performance.now() - began };
  });
  const { input, output } = replied.result.tokens;
  const verdict = judge(asked, set.text, replied.evidence);
  if (verdict !== (asked.fact === null ? 'refused' : 'right'))
    console.log(`${verdict}: ${asked.question} → ${replied.text.replaceAll(/\s+/g, ' ')}`);
  return { asked, verdict, ms: replied.ms, tokens: (input ?? 0) + (output ?? 0) };
}

function report(bench: string, answered: Answered[]): Result[] {
  const there = answered.filter(({ asked }) => asked.fact !== null);
  const missing = answered.filter(({ asked }) => asked.fact === null);
  const rows = (kind: string, all: Answered[]) =>
    (['right', 'wrong', 'refused', 'failed'] as const).flatMap((verdict) => {
      // To a question that the text does not answer, no answer is right but a refusal.
      if (verdict === 'right' && kind === 'not in the text') return [];
      const hits = all.filter((one) => one.verdict === verdict).length;
      return [
        { bench, measure: `${kind}: ${verdict}`, value: hits, unit: share(hits, all.length) },
      ];
    });
  const called = answered.filter(({ verdict }) => verdict !== 'failed');
  return [
    ...rows('in the text', there),
    ...rows('not in the text', missing),
    {
      bench,
      measure: 'time of an answer, median',
      value: median(called.map(({ ms }) => ms)),
      unit: 'ms',
    },
    {
      bench,
      measure: 'tokens',
      value: called.reduce((sum, { tokens }) => sum + tokens, 0),
      unit: 'in all',
    },
  ];
}

function share(hits: number, all: number): string {
  const { low, high } = findWilsonInterval(hits, all);
  const percent = (value: number) => (100 * value).toFixed(0);
  return `of ${all} (95 %: ${percent(low)} to ${percent(high)} %)`;
}
