import {
  countWrongCodes,
  findCodeOwner,
  listConnectingMessages,
  redeemCode,
  wrongCode,
} from '#server/connections/codes-store.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import { connectCodes } from '#server/metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import { readCode } from '#shared/connect-codes.ts';
import { acceptSender } from './accept-sender.ts';
import type { Objection } from './outcome.ts';

const hourMs = 3_600_000;
const wrongPerAddress = 5;

/** Too many wrong codes block right ones, too. */
export async function checkConnectCode(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  const { message, thread, expert } = claim;
  const read = message.origin === 'gateway' ? readCode(message.body, thread.userId === null) : null;
  if (!read) return null;
  const { code } = read;
  const { db, config } = runtime;
  const now = runtime.clock.now();
  const live = { code, expertId: expert.id };
  const owner = await findCodeOwner(db, { ...live, now });
  if (!owner && !read.isSure) return null;
  const since = new Date(now.getTime() - hourMs);
  if ((await countWrongCodes(db, thread.handle, since)) >= wrongPerAddress) {
    return countOutcome('blocked', { guard: 'code-limit', state: 'refused', text: null });
  }
  if (!owner) {
    if (await hasRedeemed(db, { thread, code })) {
      const text = systemTexts.alreadyConnected(expert.displayName);
      return countOutcome('right', { guard: 'connected', state: 'recorded', text });
    }
    const text = systemTexts.wrongCode(config.publicUrl);
    return countOutcome('wrong', { guard: wrongCode, state: 'refused', text });
  }
  const { outcome, ...accepted } = await acceptSender(runtime, claim, {
    owner,
    activate: (tx, proof) => redeemCode(tx, { ...live, ...proof }),
  });
  return outcome === 'connected'
    ? countOutcome('right', { guard: 'connected', state: 'recorded', ...accepted })
    : countOutcome(outcome, { guard: 'connection', state: 'refused', ...accepted });
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
