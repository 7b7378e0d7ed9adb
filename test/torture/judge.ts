import { listDangers } from './dangers.ts';
import type { Accepted } from './gateway.ts';
import type { Text } from './phones.ts';
import type { Stored, StoredAnswer, StoredText } from './stored.ts';

export type Judgment = {
  replies: number;
  apologies: number;
  /** With a reason that admins see. */
  failed: number;
  /** Unanswered, or answered by a guard, with a reason that admins see. */
  refused: number;
  lost: string[];
  doubled: string[];
  outOfOrder: string[];
  /** Missed crises and STOPs. */
  dangers: string[];
  ledger: string[];
};

export function judge(
  acknowledged: readonly Text[],
  accepted: readonly Accepted[],
  stored: Stored,
): Judgment {
  const { texts, answers, ledger } = stored;
  const judgment: Judgment = {
    ...{ replies: 0, apologies: 0, failed: 0, refused: 0 },
    ...{ lost: [], doubled: [], outOfOrder: [], ledger: [] },
    dangers: listDangers(acknowledged, accepted, stored),
  };
  judgment.ledger = ledger.map(({ row, problem }) => `${row}: ${problem}`);
  const bySid = Map.groupBy(texts, ({ sid }) => sid);
  const byText = Map.groupBy(answers, ({ textId }) => textId);
  const arrived = Map.groupBy(accepted, ({ deliveryId }) => deliveryId);
  for (const { sid, from, number } of acknowledged) {
    const [text, another] = bySid.get(sid) ?? [];
    const name = `text ${number} of ${from}`;
    if (!text) judgment.lost.push(`${name}: not stored`);
    else judgeText(judgment, text, { name, answers: byText.get(text.id) ?? [], arrived });
    if (another) judgment.doubled.push(`${name}: stored twice`);
  }
  const steps = new Map(acknowledged.map((text) => [text.sid, text]));
  const listTexts = (found: StoredText[]) => found.flatMap(({ sid }) => steps.get(sid) ?? []);
  const answered = listAnswered(accepted, texts, answers);
  judgment.outOfOrder.push(...findDisorder(listTexts(texts), 'stored'));
  judgment.outOfOrder.push(...findDisorder(listTexts(answered), 'answered'));
  return judgment;
}

function judgeText(
  judgment: Judgment,
  text: StoredText,
  {
    name,
    answers,
    arrived,
  }: { name: string; answers: StoredAnswer[]; arrived: Map<string, Accepted[]> },
): void {
  const [answer] = answers;
  const times = answers.flatMap(({ deliveryId }) => arrived.get(deliveryId) ?? []).length;
  if (answers.length > 1 || times > 1) {
    judgment.doubled.push(`${name}: ${answers.length} answers, sent ${times} times`);
  }
  const isExplained = text.guard !== null || text.failures > 0;
  if (!answer) {
    if (isSettled(text) && isExplained) judgment.refused++;
    else judgment.lost.push(`${name}: ${text.state}, without an answer`);
    return;
  }
  if (answer.origin === 'ai') judgment.replies++;
  else if (text.state === 'failed' && answer.systemKind === 'apology') judgment.apologies++;
  else judgment.refused++;
  if (answer.state === 'failed' && answer.reason) judgment.failed++;
  else if (times === 0)
    judgment.lost.push(`${name}: its answer is ${answer.state}, but never arrived`);
  if (!isSettled(text)) judgment.lost.push(`${name}: ${text.state}`);
}

function isSettled({ state }: StoredText): boolean {
  return state !== 'waiting';
}

/** In the gateway's order; a crisis is answered before the texts that wait. */
function listAnswered(
  accepted: readonly Accepted[],
  texts: StoredText[],
  answers: StoredAnswer[],
): StoredText[] {
  const textById = new Map(texts.map((text) => [text.id, text]));
  const answerById = new Map(answers.map((answer) => [answer.deliveryId, answer]));
  const seen = new Set<string>();
  return accepted.flatMap(({ deliveryId }) => {
    const answer = answerById.get(deliveryId);
    const text = textById.get(answer?.textId ?? '');
    if (!text || answer?.systemKind === 'crisis' || seen.has(text.id)) return [];
    seen.add(text.id);
    return [text];
  });
}

function findDisorder(steps: Text[], what: string): string[] {
  const found: string[] = [];
  const last = new Map<string, number>();
  for (const { from, number } of steps) {
    const before = last.get(from) ?? 0;
    if (number <= before) found.push(`text ${number} of ${from}: ${what} after ${before}`);
    last.set(from, number);
  }
  return found;
}
