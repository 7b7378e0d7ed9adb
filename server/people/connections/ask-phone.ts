import { findUserById } from '#server/access/users-store.ts';
import type { Database } from '#server/db/client.ts';
import { lockUser } from '#server/db/locks.ts';
import type { ExpertRow, UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { findExpert } from '#server/experts/store.ts';
import { hasPersonTexted } from '#server/messages/history-store.ts';
import { hasMonthlyText } from '#server/messages/limits-store.ts';
import { findObstacleNow } from '#server/messages/obstacles.ts';
import { isOptedOut } from '#server/messages/opt-outs-store.ts';
import { maskEmailForText, systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { dayMs } from '#shared/time.ts';
import { countQuestion } from './limits-store.ts';
import { setNewNumberAsked } from './number-change.ts';
import { ensurePhoneThread } from './phone-threads-store.ts';
import { findConnection, setAsked } from './store.ts';
import { storeText } from './store-text.ts';

/*
 * Questions to phones that have proved nothing. They run after the reply, which is the same for a phone that has opted out,
 * talks with a person from the team, had its texts of the month or meets a limit: those are not texted.
 */

type Asking = { userId: string; address: string };
type Question = Asking & {
  expert: ExpertRow;
  handle: string;
  /** Under the account's lock: whether it still wants this number asked, and has not just done so. */
  isWanted: (tx: Database, account: UserRow) => Promise<boolean>;
};

/** Once a day per account: another account may have claimed the number and asked before. */
export async function askPhone(
  runtime: Runtime,
  { expert, ...asking }: Asking & { expert: ExpertRow },
): Promise<void> {
  const { userId } = asking;
  const handle = (await findUserById(runtime.db, userId))?.phoneNumber;
  if (!handle) return;
  const now = runtime.clock.now();
  const find = (tx: Database) => findConnection(tx, { userId, expertId: expert.id });
  const isWanted = async (tx: Database, account: UserRow) => {
    const connection = await find(tx);
    if (account.phoneNumber !== handle || connection?.handle !== handle) return false;
    const askedAt = connection.askedAt?.getTime() ?? 0;
    return connection.state === 'pending' && askedAt <= now.getTime() - dayMs;
  };
  await ask(runtime, { ...asking, expert, handle, isWanted }, async (tx) => {
    const connection = await find(tx);
    if (connection) await setAsked(tx, connection, now);
  });
}

/** By the expert that the account talked with last. */
export async function askNewNumber(runtime: Runtime, asking: Asking): Promise<void> {
  const { db, clock } = runtime;
  const known = await findUserById(db, asking.userId);
  const handle = known?.pendingPhoneNumber;
  const expert = known?.pendingPhoneExpertId && (await findExpert(db, known.pendingPhoneExpertId));
  if (!handle || !expert) return;
  const isWanted = async (_: Database, account: UserRow) =>
    account.pendingPhoneNumber === handle && account.pendingPhoneAskedAt === null;
  await ask(runtime, { ...asking, expert, handle, isWanted }, (tx) =>
    setNewNumberAsked(tx, { userId: asking.userId, handle }, clock.now()),
  );
}

async function ask(
  runtime: Runtime,
  { userId, address, expert, handle, isWanted }: Question,
  setAsked: (tx: Database) => Promise<void>,
): Promise<void> {
  const now = runtime.clock.now();
  await transact(runtime.db, async (tx) => {
    // No conversation is begun with a phone that wants none.
    if (await isOptedOut(tx, expert, handle)) return;
    const thread = await ensurePhoneThread(tx, { userId, expertId: expert.id, handle, now });
    if (await findObstacleNow(runtime, tx, { expert, thread })) return;
    // A yes would be meant for the person from the team.
    if (await hasPersonTexted(tx, thread, new Date(now.getTime() - dayMs))) return;
    const account = await lockUser(tx, userId);
    if (!account || account.deletedAt || !(await isWanted(tx, account))) return;
    if (!(await hasMonthlyText(tx, thread, now))) return;
    const isProved = account.emailVerifiedAt !== null || account.phoneVerifiedAt !== null;
    if (!(await countQuestion(runtime, tx, { userId, address, handle, isProved }))) return;
    await setAsked(tx);
    const question = systemTexts.question(expert.displayName, maskEmailForText(account.email));
    await storeText(runtime, tx, { thread, expert }, question);
  });
  runtime.queue.wakeWorkers('deliver-reply');
}
