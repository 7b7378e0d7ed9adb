import { findCodeOwner } from '#server/connections/codes-store.ts';
import { listClaimants } from '#server/connections/store.ts';
import type { UserRow } from '#server/db/schema.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { findTextBefore } from '#server/messages/history-store.ts';
import { findMessage } from '#server/messages/replays-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { readCode } from '#shared/connect-codes.ts';
import { readYesNo } from '#shared/yes-no.ts';
import { acceptSender } from './accept-sender.ts';
import { readNumber, writeNumber } from './answer-number.ts';
import type { Objection } from './outcome.ts';

const askedForMs = 10 * 60_000;

type Mover = { owner: UserRow; code: string | null };

/**
 * The number moves the address only as the direct answer to the text that has it, at most ten minutes old. A YES is told
 * once what to send.
 */
export async function confirmMove(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  const { message, thread, optOut } = claim;
  if (message.origin !== 'gateway' || !thread.isCurrent || optOut) return null;
  const number = readNumber(message.body);
  const said = readYesNo(message.body);
  if (!number && !said) return null;
  const before = await findTextBefore(runtime.db, message);
  const isHinted = before?.systemKind === 'move-again';
  const asked = isHinted ? await findTextBefore(runtime.db, message, 'move') : before;
  if (asked?.systemKind !== 'move' || !asked.replyToId) return null;
  if (!number && said === 'no') return answer(systemTexts.notMoved());
  if (!number) return answer(isHinted ? null : systemTexts.moveByNumber());
  const failed = answer(systemTexts.moveFailed(runtime.config.publicUrl));
  const isLate = message.createdAt.getTime() - asked.createdAt.getTime() > askedForMs;
  if (isLate || !asked.hasLeft) return failed;
  const mover = await findMover(runtime, claim, { askedById: asked.replyToId, number });
  return mover ? move(runtime, claim, mover) : failed;
}

function answer(text: Objection['text']): Objection {
  return { guard: 'connection', state: 'recorded', text };
}

async function move(
  runtime: Runtime,
  claim: ClaimedMessage,
  { owner, code }: Mover,
): Promise<Objection> {
  const accepting = { owner, code, isConfirmed: true };
  const { outcome, ...accepted } = await acceptSender(runtime, claim, accepting);
  return outcome === 'connected'
    ? { guard: 'connected', state: 'recorded', ...accepted }
    : { guard: 'connection', state: 'refused', ...accepted };
}

/** The account that the text named: another one may have asked since. */
async function findMover(
  { db, secrets, clock }: Runtime,
  { thread, expert, message }: ClaimedMessage,
  { askedById, number }: { askedById: string; number: string },
): Promise<Mover | null> {
  const asking = await findMessage(db, { threadId: message.threadId, messageId: askedById });
  const code = asking && (readCode(asking.body, true)?.code ?? null);
  const codeOwner =
    code && (await findCodeOwner(db, { code, expertId: expert.id, now: clock.now() }));
  const movers: Mover[] = codeOwner
    ? [{ owner: codeOwner, code }]
    : (await listClaimants(db, thread)).map((owner) => ({ owner, code: null }));
  const isNamed = ({ owner }: Mover) =>
    writeNumber(secrets, 'move', askedById, owner.id) === number;
  return movers.find(isNamed) ?? null;
}
