import { claimAddress, mayChatFrom } from '#server/billing/claims.ts';
import { channelFor } from '#server/channels/index.ts';
import type { Config } from '#server/config.ts';
import { activateConnections, findPending } from '#server/connections/store.ts';
import type { Database } from '#server/db/client.ts';
import type { UserRow } from '#server/db/schema.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { addOptOut, findOptOut, liftOptOut } from '#server/messages/opt-outs-store.ts';
import { type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import { setHumanWanted } from '#server/messages/threads-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { normalizeWord, readKeyword } from './keywords.ts';
import type { Objection } from './outcome.ts';

type Effect = NonNullable<Objection['effect']>;

/** STOP, START, HELP, and YES where it answers our question or lifts an opt-out. */
export async function checkKeyword(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  const { message, thread, expert } = claim;
  if (!message.keyword) return null;
  const saysItAnswered = message.keywordAnswered !== null;
  const gatewayAnswers = isAnsweredByGateway(runtime.config, claim);
  const optOut = await findOptOut(runtime.db, expert, thread.handle);

  if (message.keyword === 'STOP') {
    // One confirmation, then silence: two machines that say STOP to each other would never end.
    const isSilent = gatewayAnswers || optOut?.kind === 'stopped';
    const text = isSilent ? null : systemTexts.optedOut(expert.displayName);
    return record(text, async (tx) => {
      await addOptOut(tx, expert, thread.handle, { blockedByGateway: gatewayAnswers });
      return 'done';
    });
  }
  if (message.keyword === 'HELP') {
    const [humanWord] = findGateway(runtime.config, claim)?.channel.humanWords ?? [];
    const text = systemTexts.help(expert.displayName, runtime.config.publicUrl, humanWord);
    const effect = wantsHuman(runtime, claim) ? requestHuman(claim) : undefined;
    return record(gatewayAnswers ? null : text, effect);
  }
  const pending = thread.userId ? null : await findPending(runtime.db, thread);
  // A gateway reads YES as START; to us it is also the answer to our question.
  if (pending && (message.keyword === 'YES' || readKeyword(message.body) === 'YES')) {
    return acceptConnection(runtime, claim, pending.user);
  }
  // YES may also answer the expert's own question: without an opt-out it is an ordinary text.
  if (message.keyword === 'YES' && !optOut) return null;
  // The gateway confirms a START only after a STOP that it understood.
  const isOurs = !saysItAnswered && optOut?.blockedByGateway === false;
  const text = gatewayAnswers && !isOurs ? null : systemTexts.optedIn(expert.displayName);
  return record(text, optIn(claim));
}

/** A YES verifies the address and connects it, unless its free trial was used before. */
async function acceptConnection(
  { config, db, secrets }: Runtime,
  claim: ClaimedMessage,
  user: UserRow,
): Promise<Objection> {
  const { message, thread, expert } = claim;
  const { publicUrl } = config;
  const owner = { userId: user.id, handle: thread.handle };
  const isWelcome = await mayChatFrom(secrets, db, owner);
  const text = isWelcome
    ? systemTexts.connected(expert.displayName)
    : systemTexts.trialUsed(publicUrl);
  // A gateway that answers keywords knows nothing of connections, so we confirm this one ourselves,
  // unless it says that it has answered this very message.
  return record(message.keywordAnswered ? null : text, async (tx, now) => {
    const verified = { ...owner, now };
    const isStale =
      isWelcome &&
      !((await claimAddress(secrets, tx, verified)) && (await activateConnections(tx, verified)));
    return isStale ? 'stale' : optIn(claim)(tx);
  });
}

function record(text: SystemText | null, effect?: Effect): Objection {
  return { guard: 'keyword', state: 'recorded', text, ...(effect && { effect }) };
}

function optIn({ expert, thread }: ClaimedMessage) {
  return async (tx: Database) => {
    await liftOptOut(tx, expert, thread.handle);
    return 'done' as const;
  };
}

/** Where the channel has words for it, a person who asks for a human gets one, and no model answers. */
export async function checkHumanRequest(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  if (!wantsHuman(runtime, claim)) return null;
  const text = systemTexts.human(claim.expert.displayName);
  return { guard: 'human', state: 'recorded', text, effect: requestHuman(claim) };
}

function wantsHuman(runtime: Runtime, claim: ClaimedMessage): boolean {
  const words = findGateway(runtime.config, claim)?.channel.humanWords ?? [];
  return words.includes(normalizeWord(claim.message.body));
}

function requestHuman({ thread }: ClaimedMessage): Effect {
  return async (tx, now) => {
    await setHumanWanted(tx, thread.id, now);
    return 'done';
  };
}

type Origin = Pick<ClaimedMessage, 'message' | 'expert'>;

export function isAnsweredByGateway(config: Config, { message, expert }: Origin): boolean {
  if (message.keywordAnswered !== null) return true;
  const via = findGateway(config, { message, expert });
  return via?.channel.answersKeyword?.(message.body, via.settings) === true;
}

function findGateway(config: Config, { message, expert }: Origin) {
  return message.origin === 'gateway' ? channelFor(config, expert.channel) : null;
}
