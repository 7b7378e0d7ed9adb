import { canBeTexted } from '#server/channels/index.ts';
import type { Database } from '#server/db/client.ts';
import { findInbound, listWaiting, type WaitingText } from '#server/messages/bursts-store.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { type Crisis, findCrisis, mostParts } from '#server/safety/find-crisis.ts';
import { findHelpline } from '#server/safety/helplines.ts';
import { moderateTexts } from '#server/safety/moderation.ts';
import { hasTeam } from '#server/users/store.ts';
import type { Objection, TurnResult } from './outcome.ts';
import { countryOf, readCertainDanger } from './read-danger.ts';

/** Texts helplines and hands the thread to the team. */
export async function checkCrisis(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  const { message, optOut } = claim;
  // After a STOP nothing is sent, not even this.
  const isReached = !optOut && canBeTexted(claim.expert.channel, claim.thread);
  if (message.origin === 'gateway' && !isReached) return null;
  const crisis = readCertainDanger(message.body, claim.recent.before ?? []);
  return crisis && toCrisisObjection(runtime, claim, crisis);
}

async function toCrisisObjection(
  { db }: Runtime,
  claim: ClaimedMessage,
  crisis: Crisis,
): Promise<Objection> {
  const { expert } = claim;
  const { text } = findHelpline(countryOf(claim));
  const isTeamTold = await hasTeam(db);
  return {
    guard: 'crisis',
    // Not `held`: the AI must never answer it, even after a return.
    state: 'recorded',
    text: systemTexts.crisis(expert.displayName, text, { ownLine: expert.crisisLine, isTeamTold }),
    effects: [{ kind: 'meet-crisis', crisis }],
  };
}

/** Read at once, without delaying others. */
const pageSize = 50;

/**
 * The oldest. Stops at a STOP or START: the keyword decides whether anything may be answered.
 * @param mostPages from the oldest text on.
 */
async function findWaitingCrisis(
  db: Database,
  threadId: string,
  mostPages: number,
): Promise<WaitingText | null> {
  /** Newest first. */
  let before: WaitingText[] = [];
  for (let page = 0; page < mostPages; page++) {
    const after = before[0]?.seq ?? 0;
    const texts = await listWaiting(db, threadId, { after, limit: pageSize });
    for (const text of texts) {
      if (text.keyword === 'STOP' || text.keyword === 'START') return null;
      if (readCertainDanger(text.body, before)) return text;
      before = [text, ...before].slice(0, mostParts - 1);
    }
    if (texts.length < pageSize) return null;
  }
  return null;
}

/** Puts a waiting crisis before texts that may need a model. */
export async function preferCrisis(
  { db }: Runtime,
  claim: ClaimedMessage,
  mostPages = 1,
): Promise<ClaimedMessage> {
  if (!claim.hasLater) return claim;
  const crisis = await findWaitingCrisis(db, claim.thread.id, mostPages);
  if (!crisis || crisis.id === claim.message.id) return claim;
  const text = await findInbound(db, crisis.id);
  // After a STOP a YES counts like a START, so the order must stay.
  if (!text || (claim.optOut && text.message.origin === 'gateway')) return claim;
  return { ...claim, ...text };
}

/** Reads all waiting texts: the one that brought the wakeup may be the last of many. */
export async function meetWaitingCrisis(
  runtime: Runtime,
  claimed: ClaimedMessage,
): Promise<TurnResult | null> {
  const claim = await preferCrisis(runtime, claimed, Number.POSITIVE_INFINITY);
  const objection = await checkCrisis(runtime, claim);
  return objection && { claim, outcome: { kind: 'objection', objection } };
}

/**
 * One call for a burst, to find a crisis that no list contains. That text is answered alone, and the others wait for
 * the team.
 */
export async function findModeratedCrisis(
  runtime: Runtime,
  claim: ClaimedMessage,
  signal: AbortSignal,
): Promise<TurnResult | null> {
  const { provider, fallback } = claim;
  const messages = [...claim.earlier, claim.message];
  const texts = messages.map(({ body }) => body);
  const found = await moderateTexts(runtime, { texts, providers: [provider, fallback], signal });
  const at = found?.findIndex((category) => category !== null) ?? -1;
  const [message, category] = [messages[at], found?.[at]];
  if (!message || !category) return null;
  const crisis = {
    list: 'moderation',
    rule: category,
    kind: 'self-harm',
    level: 'certain',
  } as const;
  return meetAlone(runtime, { ...claim, message, earlier: [] }, crisis);
}

/**
 * For a burst that the model marks as dangerous: the text with a sign is met alone, else the last one. The others wait
 * for the team.
 */
export async function meetMarkedDanger(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<TurnResult> {
  const texts = [...claim.earlier, claim.message];
  const message = texts.findLast(({ body }) => findCrisis(body) !== null) ?? claim.message;
  const crisis = { list: 'model', rule: 'mark', kind: 'danger', level: 'certain' } as const;
  return meetAlone(runtime, { ...claim, message, earlier: [] }, crisis);
}

async function meetAlone(
  runtime: Runtime,
  claim: ClaimedMessage,
  crisis: Crisis,
): Promise<TurnResult> {
  const objection = await toCrisisObjection(runtime, claim, crisis);
  return { claim, outcome: { kind: 'objection', objection } };
}
