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
import { dropEnd } from '#shared/texts.ts';
import { acceptSender } from './accept-sender.ts';
import type { Objection } from './outcome.ts';

const hourMs = 3_600_000;
/** With ten live codes, a guesser succeeds once in eighty days of continuous attempts. */
const wrongPerAddress = 5;
const wrongPerExpert = 50;

/** Too many wrong codes block right ones, too. */
export async function checkConnectCode(
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
    return countOutcome('blocked', { guard: 'code-limit', state: 'refused', text: null });
  }
  if ((await countWrongCodes(db, { expertId: expert.id }, since)) >= wrongPerExpert) {
    return countOutcome('blocked', {
      guard: 'code-limit',
      state: 'refused',
      text: systemTexts.codesBlocked(),
    });
  }
  const live = { code, expertId: expert.id };
  const owner = await findCodeOwner(db, { ...live, now });
  if (!owner) {
    if (await hasRedeemed(db, { thread, code })) {
      const text = systemTexts.alreadyConnected(expert.displayName);
      return countOutcome('right', { guard: 'connected', state: 'recorded', text });
    }
    const text = systemTexts.wrongCode(config.publicUrl);
    return countOutcome('wrong', { guard: wrongCode, state: 'refused', text });
  }
  const { isWelcome, ...accepted } = await acceptSender(runtime, claim, {
    owner,
    activate: (tx, proof) => redeemCode(tx, { ...live, ...proof }),
  });
  return isWelcome
    ? countOutcome('right', { guard: 'connected', state: 'recorded', ...accepted })
    : countOutcome('foreign', { guard: 'connection', state: 'refused', ...accepted });
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
  return bodies.some((body) => readCode(body, true) === code);
}

const connectWord = /^connect\b[\s:#-]*(\d[\d\s-]*)$/i;
const bareDigits = /^\d{3}[\s-]?\d{3}$/;

const longestCode = 200;

/** `CONNECT 123456`; from a stranger also the digits alone. */
export function readCode(body: string, isStranger: boolean): string | null {
  if (body.length > longestCode) return null;
  const words = dropEnd(body.trimStart(), /[\s.!]/);
  const digits = connectWord.exec(words)?.[1] ?? (isStranger ? bareDigits.exec(words)?.[0] : null);
  return digits?.replace(/\D/g, '') ?? null;
}
