import type { Crisis } from '#safety/find-crisis.ts';
import type { Database } from '#server/db/client.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import {
  hasHelplines,
  settleRiskEvents,
  storeRiskEvent,
} from '#server/messages/risk-events-store.ts';
import type { SystemText } from '#server/messages/system-texts.ts';
import { setConcern } from '#server/messages/threads-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { dayMs } from '#shared/time.ts';
import type { Objection, Outcome, TurnResult } from '../outcome.ts';
import { saysAllClear } from './all-clear.ts';
import { findHelpline, writeCareLine } from './helplines.ts';
import { countryOf, readDanger } from './read-danger.ts';

/** In which the line is said once to a phone, and in which "I'm fine" answers it. */

/** What a turn says beside its answer. It holds, delays and ends nothing. */
export type Concern =
  | { kind: 'sign'; crisis: Crisis; country: string | null; line: string | null; isSaid: boolean }
  | { kind: 'all-clear' };

/** The other guards answer a word or a code, or leave the text for later. */
const concernedGuards: Objection['guard'][] = [
  'age',
  'connection',
  'handler',
  'content',
  'picture-limit',
  'paused',
  'credit',
];

export async function findConcern(
  { db, clock }: Runtime,
  { claim, outcome }: TurnResult,
): Promise<Concern | null> {
  if (!isAnswered(outcome)) return null;
  const { thread, message, optOut } = claim;
  if (message.origin === 'gateway' && optOut) return null;
  const since = new Date(clock.now().getTime() - dayMs);
  const crisis = findSign(claim);
  if (!crisis) {
    const isAsked =
      thread.handler === 'ai' && thread.concernAt !== null && thread.concernAt > since;
    return isAsked && saysAllClear(message.body) ? { kind: 'all-clear' } : null;
  }
  const country = countryOf(claim);
  const isTold = await hasHelplines(db, { handle: thread.handle, since });
  const line = isTold ? null : writeCareLine(findHelpline(country));
  return { kind: 'sign', crisis, country, line, isSaid: false };
}

function isAnswered(outcome: Outcome): boolean {
  switch (outcome.kind) {
    case 'reply':
    case 'rejected':
    case 'no-answer':
      return true;
    case 'unanswered':
      return outcome.retryInMs === null;
    case 'objection':
      return concernedGuards.includes(outcome.objection.guard);
    default:
      return false;
  }
}

/** In any text of a burst. A text that was added to a turn alone has not been read yet. */
function findSign({ earlier, message, recent, danger }: TurnResult['claim']): Crisis | null {
  const last = danger === undefined ? readDanger(message.body, recent.before ?? []) : danger;
  return earlier.reduce<Crisis | null>((found, { body }) => found ?? readDanger(body, []), last);
}

const withoutLine: SystemText['kind'][] = [
  'crisis',
  'all-clear',
  'low',
  'welcome',
  'reset',
  'code',
];

/** Goes along with one text of a turn; never a text of its own. */
export function addCareLine(text: SystemText, concern: Concern | null | undefined): SystemText {
  if (concern?.kind !== 'sign' || concern.line === null || concern.isSaid) return text;
  if (withoutLine.includes(text.kind)) return text;
  concern.isSaid = true;
  return { ...text, body: `${text.body} ${concern.line}` };
}

/** A stored reply holds the line. */
export function markSaid(concern: Concern): Concern {
  return concern.kind === 'sign' ? { ...concern, isSaid: concern.line !== null } : concern;
}

/** The caller has locked the thread. */
export async function recordConcern(
  tx: Database,
  concern: Concern,
  { thread: { id: threadId, concernAt }, now }: { thread: ThreadRow; now: Date },
): Promise<void> {
  if (concern.kind === 'all-clear') {
    await setConcern(tx, threadId, null);
    const since = new Date((concernAt ?? now).getTime() - dayMs);
    const as = 'false-by-person' as const;
    await settleRiskEvents(tx, { threadId, since, as, levels: ['possible'] });
    return;
  }
  const { crisis, country, isSaid } = concern;
  await setConcern(tx, threadId, now);
  await storeRiskEvent(tx, {
    threadId,
    level: crisis.level,
    kind: crisis.kind,
    rule: `${crisis.list}/${crisis.rule}`,
    country,
    sent: isSaid ? findHelpline(country).key : null,
    now,
  });
}
