import { inArray, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { verifyLedger } from '#server/billing/ledger.ts';
import { type Database, rowsOf } from '#server/db/client.ts';
import { riskEvents, type ThreadRow, threads } from '#server/db/schema.ts';
import { minuteMs } from '#shared/time.ts';
import type { Span, Talk } from './talks.ts';
import { listWrongCredits } from './torture/stored.ts';

const disclosure = "I'm Ada, an AI from Sagewire. Not a person.";
/** Another disclosure follows it. */
export const byPerson = 'Ana from the team here.';
const isHelp = (text: string) => text.startsWith('You matter');
const isConfirmation = (text: string) => /^Sagewire: You get no more texts from/.test(text);
const isReply = (text: string) => /(2 \+ 2|3 \+ 1) is 4/.test(text);

/** Before a round. */
export type Before = { isStopped: boolean; isTaken: boolean };

export type Round = { seed: number; span: Span; act: string };

export function judgeTexts(talk: Talk, before: Before, { seed, span, act }: Round): void {
  const received = talk.texter.received(talk.phone);
  const texts = received.slice(talk.seen);
  talk.seen = received.length;
  const story = `${tellStory(talk, seed)}\n${texts.join('\n')}\n`;
  judgeDisclosures(talk, texts, { span, story });
  judgeHelp(talk, texts, { before, span, story, isCrisis: /crisis/i.test(act) });
  judgeStop(talk, texts, { before, story, act });
  // While a person has the thread, only earlier texts may still be answered.
  const isPerson = before.isTaken && talk.isTaken && !talk.isStranger;
  const silent = isPerson
    ? texts
    : texts.slice(texts.findIndex(isHelp)).filter(() => texts.some(isHelp));
  expect(silent.filter(isReply), story).toEqual([]);
}

function tellStory({ channel, kind, phone, acts }: Talk, seed: number): string {
  return `seed ${seed}: ${channel} ${kind} ${phone} ${acts.join(', ')}`;
}

/** Null if not known to the minute. */
function hasPassed(since: Span | null, span: Span, limitMs: number): boolean | null {
  if (since === null || span.from - since.to > limitMs) return true;
  return span.to - since.from < limitMs ? false : null;
}

function judgeDisclosures(
  talk: Talk,
  texts: string[],
  { span, story }: { span: Span; story: string },
): void {
  const limitMs = (talk.expert.disclosureHours || 3) * 60 * minuteMs;
  for (const text of texts) {
    if (text === byPerson) talk.told = null;
    if (text !== disclosure && !isReply(text)) continue;
    const isDue = hasPassed(talk.told, span, limitMs);
    const says = text.startsWith(disclosure);
    if (isDue !== null) expect(says, `${story}: ${text}`).toBe(isDue);
    if (says) talk.told = span;
  }
}

/** One text per crisis, but not twice in ten minutes while a person has the thread. */
function judgeHelp(
  talk: Talk,
  texts: string[],
  {
    before,
    span,
    story,
    isCrisis,
  }: { before: Before; span: Span; story: string; isCrisis: boolean },
): void {
  const helps = texts.filter(isHelp);
  const isMeant = isCrisis && !talk.isStopped;
  const isDue = isMeant && (!before.isTaken || hasPassed(talk.helped, span, 10 * minuteMs));
  if (isDue === null) expect(helps.length, story).toBeLessThan(2);
  else expect(helps, story).toHaveLength(isDue ? 1 : 0);
  for (const help of helps) {
    talk.helped = span;
    expect(help, story).toContain(talk.helpline);
  }
}

/** A STOP is confirmed once; another STOP gets no text. */
function judgeStop(
  talk: Talk,
  texts: string[],
  { before, story, act }: { before: Before; story: string; act: string },
): void {
  const isFirst = /stop/i.test(act) && !before.isStopped;
  expect(texts.filter(isConfirmation), story).toHaveLength(isFirst ? 1 : 0);
  if (!talk.isStopped) return;
  if (before.isStopped) expect(texts, story).toEqual([]);
  expect(texts.slice(texts.findIndex(isConfirmation) + 1), story).toEqual([]);
}

/** A missed crisis would leave the thread to the AI. */
export async function judgeThreads(db: Database, talks: Talk[], seed: number): Promise<void> {
  const rows = await db
    .select()
    .from(threads)
    .where(
      inArray(
        threads.id,
        talks.map(({ threadId }) => threadId),
      ),
    );
  // A stranger's events outlast the handover.
  const phones = talks.map(({ phone }) => phone);
  const events = await rowsOf<{ handle: string; count: number }>(
    db,
    sql`select handle, count(*)::int as count from ${riskEvents}
      join ${threads} on ${threads.id} = thread_id where ${inArray(threads.handle, phones)} group by handle`,
  );
  const threadById = new Map(rows.map((row) => [row.id, row]));
  const eventsByPhone = new Map(events.map(({ handle, count }) => [handle, count]));
  for (const talk of talks) {
    const story = tellStory(talk, seed);
    const thread = threadById.get(talk.threadId);
    expect(thread && describe(thread), story).toMatchObject(
      talk.isForgotten
        ? { isForgotten: true }
        : { isForgotten: false, isTaken: talk.isTaken, isAtRisk: talk.isAtRisk },
    );
    if (!talk.isForgotten) expect(eventsByPhone.get(talk.phone) ?? 0, story).toBe(talk.crises);
  }
}

function describe({ erasedAt, handler, riskAt }: ThreadRow) {
  return {
    isForgotten: erasedAt !== null,
    isTaken: handler === 'human',
    isAtRisk: riskAt !== null,
  };
}

/** An erased account has no replies to compare. */
export async function judgeCredits(db: Database, talks: Talk[], seed: number): Promise<void> {
  const wrong = new Map((await listWrongCredits(db)).map(({ row, problem }) => [row, problem]));
  for (const talk of talks.filter(({ isForgotten }) => !isForgotten)) {
    expect(wrong.get(`user ${talk.userId}`), tellStory(talk, seed)).toBeUndefined();
  }
}

/** The accounts' messages have no payments behind them, so only entries count. */
export async function judgeLedger(db: Database): Promise<void> {
  const { findings } = await verifyLedger(db);
  expect(findings.filter(({ row }) => row.startsWith('entry'))).toEqual([]);
}

export function logProgress(talks: number, seed: number): void {
  console.log(`${talks} talks judged, the last ones from seed ${seed}`);
}
