import type { Accepted } from './gateway.ts';
import type { Text } from './phones.ts';
import type { Stored, StoredAnswer, StoredText } from './stored.ts';

type Person = {
  from: string;
  said: readonly Text[];
  texts: StoredText[];
  answers: StoredAnswer[];
  /** In the gateway's order. */
  arrived: string[];
};

/**
 * After a crisis or a STOP a person gets one fixed text and none by the model, and the AI must not
 * keep the thread.
 */
export function listDangers(
  acknowledged: readonly Text[],
  accepted: readonly Accepted[],
  { texts, answers }: Stored,
): string[] {
  const saidBy = Map.groupBy(acknowledged, ({ from }) => from);
  const textsOf = Map.groupBy(texts, ({ from }) => from);
  const answersTo = Map.groupBy(answers, ({ textId }) => textId);
  const arrivedAt = Map.groupBy(accepted, ({ to }) => to);
  return [...saidBy].flatMap(([from, said]) => {
    const own = textsOf.get(from) ?? [];
    const person: Person = {
      ...{ from, said, texts: own },
      answers: own.flatMap(({ id }) => answersTo.get(id) ?? []),
      arrived: (arrivedAt.get(from) ?? []).map(({ deliveryId }) => deliveryId),
    };
    return [...judgeKind(person, 'crisis'), ...judgeKind(person, 'stop')];
  });
}

function judgeKind(person: Person, kind: 'crisis' | 'stop'): string[] {
  const { from, said, texts, answers, arrived } = person;
  const asked = said.filter((text) => text.kind === kind);
  if (asked.length === 0) return [];
  const dangers: string[] = [];
  const sids = new Set(asked.map(({ sid }) => sid));
  const ids = new Set(texts.filter(({ sid }) => sids.has(sid)).map(({ id }) => id));
  const fixed = answers.filter(({ textId }) => ids.has(textId));
  // A text may fail for a reason that admins see; the next one may be sent.
  const sent = fixed.filter(({ state, reason }) => !(state === 'failed' && reason));
  const count = fixed.filter(({ deliveryId }) => arrived.includes(deliveryId)).length;
  if (sent.length !== 1 && fixed.length === sent.length) {
    dangers.push(`${kind} of ${from}: ${sent.length} fixed texts`);
  }
  if (sent.length === 1 && count < 1) dangers.push(`${kind} of ${from}: its text never arrived`);
  if (kind === 'crisis' && texts.some(({ handler }) => handler !== 'human')) {
    dangers.push(`crisis of ${from}: left to the AI`);
  }
  const first = Math.min(...asked.map(({ number }) => number));
  const later = new Set(said.filter(({ number }) => number > first).map(({ sid }) => sid));
  const laterIds = new Set(texts.filter(({ sid }) => later.has(sid)).map(({ id }) => id));
  const fixedIds = new Set(fixed.map(({ deliveryId }) => deliveryId));
  const after = new Set(arrived.slice(arrived.findIndex((id) => fixedIds.has(id))));
  if (count === 0) after.clear();
  for (const { origin, textId, deliveryId } of answers) {
    const isLate = after.has(deliveryId) || (laterIds.has(textId) && arrived.includes(deliveryId));
    if (origin === 'ai' && isLate) dangers.push(`${kind} of ${from}: the model wrote after it`);
  }
  return dangers;
}
