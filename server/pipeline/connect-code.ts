import {
  countWrongCodes,
  findCodeOwner,
  listConnectingMessages,
  wrongCode,
} from '#server/connections/codes-store.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import { connectCodes } from '#server/metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import { readCode } from '#shared/connect-codes.ts';
import { type Accepted, acceptSender } from './accept-sender.ts';
import type { Objection } from './outcome.ts';

const hourMs = 3_600_000;
const answersPerHour = 5;

/**
 * Before the loop guard: wrong codes and a flood may be forged in the phone's name, and must not block its right one. No
 * limit of one sender slows who forges them all.
 */
export async function checkRightCode(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  const accepted = await acceptCode(runtime, claim);
  if (accepted?.outcome !== 'connected') return null;
  const { text, effects } = accepted;
  return countOutcome('right', { guard: 'connected', state: 'recorded', text, effects });
}

/** A code that connects nothing now: wrong, or for a phone that another account has. */
export async function checkOtherCode(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  const accepted = await acceptCode(runtime, claim);
  if (accepted) {
    const { outcome, text, effects } = accepted;
    const isToStranger = outcome === 'foreign';
    return countOutcome(outcome, {
      ...{ guard: 'connection', state: 'refused', text, effects, isToStranger },
    });
  }
  const read = readCodeOf(claim);
  return read?.isSure ? refuseCode(runtime, claim, read.code) : null;
}

function readCodeOf({ message, thread }: ClaimedMessage) {
  return message.origin === 'gateway' ? readCode(message.body, thread.userId === null) : null;
}

/** Null without a live code. */
async function acceptCode(runtime: Runtime, claim: ClaimedMessage): Promise<Accepted | null> {
  const read = readCodeOf(claim);
  if (!read) return null;
  const live = { code: read.code, expertId: claim.expert.id, now: runtime.clock.now() };
  const owner = await findCodeOwner(runtime.db, live);
  if (!owner) return null;
  return acceptSender(runtime, claim, { owner, code: read.code });
}

async function refuseCode(
  { db, config, clock }: Runtime,
  { thread, expert }: ClaimedMessage,
  code: string,
): Promise<Objection> {
  if (await hasRedeemed(db, { thread, code })) {
    const text = systemTexts.alreadyConnected(expert.displayName);
    return countOutcome('right', { guard: 'connected', state: 'recorded', text });
  }
  const since = new Date(clock.now().getTime() - hourMs);
  if ((await countWrongCodes(db, thread.handle, since)) >= answersPerHour) {
    return countOutcome('blocked', { guard: 'code-limit', state: 'refused', text: null });
  }
  const text = systemTexts.wrongCode(config.publicUrl);
  return countOutcome('wrong', { guard: wrongCode, state: 'refused', text });
}

function countOutcome(outcome: string, objection: Objection): Objection {
  connectCodes.inc({ outcome });
  return objection;
}

/** A code works once, but people send it again. */
async function hasRedeemed(
  db: Runtime['db'],
  { thread, code }: { thread: ThreadRow; code: string },
): Promise<boolean> {
  if (!thread.userId) return false;
  const bodies = await listConnectingMessages(db, thread.id);
  return bodies.some((body) => readCode(body, true)?.code === code);
}
