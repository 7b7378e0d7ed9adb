import { claimAddress, mayChatFrom } from '#server/billing/claims.ts';
import {
  countWrongCodes,
  findCodeOwner,
  isProvedBySomebodyElse,
  redeemCode,
  wrongCode,
} from '#server/connections/codes-store.ts';
import type { ClaimedMessage } from '#server/messages/inbound-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import { connectCodes } from '#server/metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Objection } from './outcome.ts';

const hourMs = 3_600_000;
/**
 * Six digits are a million codes, of which few live. At this pace a guess at an expert with ten people waiting
 * succeeds once in eighty days of trying without a break, from ever new addresses.
 */
const wrongPerAddress = 5;
const wrongPerExpert = 50;

/**
 * A CONNECT code connects the address it comes from with whoever was shown the code. Guessing ends in silence,
 * so that a right guess can't be told from a wrong one.
 */
export async function connectCode(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  const { message, thread, expert } = claim;
  const code = message.origin === 'gateway' ? readCode(message.body, thread.userId === null) : null;
  if (code === null) return null;
  const { db, config } = runtime;
  const now = runtime.clock.now();
  const since = new Date(now.getTime() - hourMs);
  const { handle } = thread;

  if ((await countWrongCodes(db, { handle }, since)) >= wrongPerAddress) {
    return counted('blocked', { guard: 'code-limit', state: 'refused', text: null });
  }
  if ((await countWrongCodes(db, { expertId: expert.id }, since)) >= wrongPerExpert) {
    return counted('blocked', {
      guard: 'code-limit',
      state: 'refused',
      text: systemTexts.codesBlocked(),
    });
  }
  const userId = await findCodeOwner(db, { code, expertId: expert.id, now });
  if (!userId) {
    const text = systemTexts.wrongCode(config.publicUrl);
    return counted('wrong', { guard: wrongCode, state: 'refused', text });
  }
  const isTaken = thread.userId !== null && thread.userId !== userId;
  if (isTaken || (await isProvedBySomebodyElse(db, { handle, userId }))) {
    const text = systemTexts.codeOfAnother(expert.displayName);
    return counted('foreign', { guard: 'connection', state: 'refused', text });
  }
  if (!(await mayChatFrom(config.secretKey, db, { userId, handle }))) {
    const text = systemTexts.trialUsed(config.publicUrl);
    return counted('foreign', { guard: 'connection', state: 'refused', text });
  }
  const redeemed = { code, userId, expertId: expert.id, threadId: thread.id, handle };
  return counted('right', {
    guard: 'connected',
    state: 'recorded',
    text: systemTexts.connected(expert.displayName),
    effect: async (tx, at) => {
      const proved = { ...redeemed, now: at };
      const isRight = await claimAddress(config.secretKey, tx, proved);
      return isRight && (await redeemCode(tx, proved)) ? 'done' : 'outdated';
    },
  });
}

function counted(outcome: string, objection: Objection): Objection {
  connectCodes.inc({ outcome });
  return objection;
}

const connectWord = /^\s*connect\b[\s:#-]*(\d[\d\s-]*?)[\s.!]*$/i;
const bareDigits = /^\s*(\d{3}[\s-]?\d{3})[\s.!]*$/;

/**
 * The code that a whole message is: `CONNECT 123456` in any case and spacing. Who is not connected yet may leave
 * the word away; to anybody else six digits are a question like any other.
 */
function readCode(body: string, isStranger: boolean): string | null {
  const digits = connectWord.exec(body)?.[1] ?? (isStranger ? bareDigits.exec(body)?.[1] : null);
  return digits?.replace(/\D/g, '') ?? null;
}
