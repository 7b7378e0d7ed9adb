import { recordChange } from '#server/access/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import { rejectTaken } from '#server/db/reject-taken.ts';
import type { AlertReceiverRow, AlertRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { notFound, unprocessable } from '#server/errors.ts';
import { listExperts } from '#server/experts/store.ts';
import { maskEmail } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import {
  type AlertsReply,
  type Episode,
  type NewReceiver,
  type Receiver,
  receiversAtMost,
  type TestAlertReply,
} from '#shared/api/alerts.ts';
import { parsePhone } from '#shared/phone.ts';
import { isOnDuty } from './choose-receivers.ts';
import { trySending } from './deliver.ts';
import { listProblems } from './deliveries-store.ts';
import { listEpisodes } from './episodes-store.ts';
import {
  deleteReceiver,
  insertReceiver,
  listReceivers,
  lockReceiver,
  updateReceiver,
} from './receivers-store.ts';
import { rules } from './rules.ts';
import { deriveSecret, describeMissing, listStopped, stoppedProblem } from './send.ts';
import { recordTest } from './tests-store.ts';
import { writeTest } from './words.ts';

const episodesAtMost = 50;
/** An admin waits for it. */
const testMs = 9_500;

export async function readAlerts(runtime: Runtime): Promise<AlertsReply> {
  const { db } = runtime;
  const problems = await listProblems(db, runtime.clock.now());
  const receivers = await listReceivers(db);
  const stopped = await listStopped(db, receivers);
  // Such a phone is not tried while there is another way.
  const findProblem = ({ id, kind, address }: AlertReceiverRow) =>
    kind === 'text' && stopped.has(address) ? stoppedProblem : (problems.get(id) ?? null);
  return {
    receivers: receivers.map((row) => toReceiver(runtime, row, findProblem(row))),
    episodes: (await listEpisodes(db, episodesAtMost)).map(toEpisode),
    obstacles: describeMissing(runtime, await listExperts(db)),
  };
}

/** @throws {AppError} 409 if it is there already, 422 for too many. */
export async function addReceiver(
  runtime: Runtime,
  actorId: string,
  request: NewReceiver,
): Promise<Receiver> {
  return changeReceivers(runtime, async (tx, now) => {
    if ((await listReceivers(tx)).length >= receiversAtMost) {
      throw unprocessable(`There are ${receiversAtMost} receivers already. Remove one first.`);
    }
    const row = await insertReceiver(tx, { ...toRow(request), createdAt: now });
    await audit(tx, { actorId, entityId: row.id, before: null, after: describe(row), now });
    return toReceiver(runtime, row, null);
  });
}

/** @throws {AppError} 404, 409 if another is the same. */
export async function changeReceiver(
  runtime: Runtime,
  { actorId, id }: { actorId: string; id: string },
  request: NewReceiver,
): Promise<Receiver> {
  return changeReceivers(runtime, async (tx, now) => {
    const old = await getReceiver(tx, id);
    const row = await updateReceiver(tx, id, toRow(request));
    const change = { before: describe(old), after: describe(row), now };
    await audit(tx, { actorId, entityId: id, ...change });
    return toReceiver(runtime, row, null);
  });
}

/** Its alerts that are on the way go with it. @throws {AppError} 404 */
export async function removeReceiver(
  runtime: Runtime,
  { actorId, id }: { actorId: string; id: string },
): Promise<void> {
  await changeReceivers(runtime, async (tx, now) => {
    const old = await getReceiver(tx, id);
    await deleteReceiver(tx, id);
    const after = { kind: null, address: null, name: null, hours: null };
    await audit(tx, { actorId, entityId: id, before: describe(old), after, now });
  });
}

/** Sends to one or all, on duty or not. @throws {AppError} 404, 429 */
export async function testAlerts(
  runtime: Runtime,
  actorId: string,
  receiverId?: string,
): Promise<TestAlertReply> {
  const all = await listReceivers(runtime.db);
  const chosen = receiverId ? all.filter(({ id }) => id === receiverId) : all;
  if (receiverId && chosen.length === 0) throw notFound('Receiver');
  const [first] = chosen;
  if (!first) return { results: [] };
  const now = runtime.clock.now();
  const tested = { actorId, entityId: first.id, receivers: chosen.length, now };
  await transact(runtime.db, (tx) => recordTest(tx, tested));
  const alert = writeTest(runtime.config.publicUrl, now);
  const results = chosen.map(async (receiver) => {
    const sending = { id: crypto.randomUUID(), receiver, alert, triedSince: null };
    const problem = await Promise.race([
      trySending(runtime, sending).then((failure) => failure?.message ?? null),
      giveUpWaiting(),
    ]);
    return { receiverId: receiver.id, problem };
  });
  return { results: await Promise.all(results) };
}

function giveUpWaiting(): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('No answer within 10 seconds. It may still arrive.'), testMs).unref();
  });
}

async function getReceiver(tx: Database, id: string): Promise<AlertReceiverRow> {
  const row = await lockReceiver(tx, id);
  if (!row) throw notFound('Receiver');
  return row;
}

async function changeReceivers<Changed>(
  { db, clock }: Runtime,
  change: (tx: Database, now: Date) => Promise<Changed>,
): Promise<Changed> {
  return rejectTaken(() => transact(db, (tx) => change(tx, clock.now())), {
    alert_receivers_key: 'This address is told already',
  });
}

type Facts = Record<string, unknown>;

async function audit(
  tx: Database,
  change: { actorId: string; entityId: string; before: Facts | null; after: Facts; now: Date },
): Promise<void> {
  await recordChange(tx, { action: 'alert-receiver.change', entity: 'alert-receiver', ...change });
}

function toRow({ kind, address, name, hours }: NewReceiver) {
  const plain = kind === 'text' ? (parsePhone(address) ?? address) : address;
  return { kind, address: plain, name, hours };
}

/** Without what a colleague's address or a webhook's path would give away. */
function describe({ kind, address, name, hours }: AlertReceiverRow): Facts {
  const masked = {
    mail: () => maskEmail(address),
    text: () => `***${address.slice(-4)}`,
    webhook: () => new URL(address).host,
  };
  return { kind, address: masked[kind](), name, hours };
}

function toReceiver(
  { secrets, clock }: Runtime,
  row: AlertReceiverRow,
  problem: string | null,
): Receiver {
  const { id, kind, address, name, hours } = row;
  const secret = kind === 'webhook' ? deriveSecret(secrets, id) : null;
  return { id, kind, address, name, hours, isOnDuty: isOnDuty(row, clock.now()), secret, problem };
}

function toEpisode({ id, rule, detail, link, beganAt, endedAt }: AlertRow): Episode {
  const { title } = rules[rule];
  const ended = endedAt?.toISOString() ?? null;
  return { id, rule, title, detail, link, beganAt: beganAt.toISOString(), endedAt: ended };
}
