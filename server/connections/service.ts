import { claimAddress } from '#server/billing/claims.ts';
import { type ConfiguredChannel, channelFor, countSegments } from '#server/channels/index.ts';
import { addressOf } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import { lockUser } from '#server/db/locks.ts';
import type { ConnectionRow, ExpertRow, ThreadRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound, unauthorized, unprocessable } from '#server/errors.ts';
import { findExpert } from '#server/experts/store.ts';
import { hasMonthlyText, mayTextThread } from '#server/messages/limits-store.ts';
import { isOptedOut } from '#server/messages/opt-outs-store.ts';
import { storeOutbound } from '#server/messages/outbound-store.ts';
import { isSilent } from '#server/messages/silence-store.ts';
import { maskEmail, type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { findUserById } from '#server/users/store.ts';
import type { ConnectReply } from '#shared/api/experts.ts';
import { channelNames, phoneChannels } from '#shared/channels.ts';
import { formatPhone } from '#shared/phone.ts';
import { ensureCode, type LiveCode } from './codes-store.ts';
import { countQuestion } from './limits-store.ts';
import { ensurePhoneThread, findOwnThread } from './phone-threads-store.ts';
import { activateConnections, ensureConnection, setAsked, setHandle } from './store.ts';

type Person = { id: string; email: string };

type Place = { user: Person; expert: ExpertRow; via: ConfiguredChannel; address: string };

/**
 * Connects a verified number at once; asks any other by text, or by code where a business may not write first.
 * @throws {AppError} 404 unknown expert; 409 paused; 422 no phone, opted out, no gateway, or a trial used with another
 *   account; 429 too many questions.
 */
export async function connectUser(
  runtime: Runtime,
  { user, expertId, address }: { user: Person; expertId: string; address: string },
): Promise<ConnectReply> {
  const expert = await findExpert(runtime.db, expertId);
  if (!expert) throw notFound('Expert');
  if (expert.status !== 'ACTIVE') throw conflict('This expert is paused');
  const via = channelFor(runtime.config, expert.channel);
  if (!via) throw unprocessable(`${channelNames[expert.channel]} is not set up here yet.`);

  const connect = via.channel.mayWriteFirst ? connectByText : connectByCode;
  const reply = await transact(runtime.db, (tx) =>
    connect(runtime, tx, { user, expert, via, address }),
  );
  runtime.queue.wakeWorkers('deliver-reply');
  if (reply.threadId) {
    runtime.changes.publish({ type: 'thread', threadId: reply.threadId, userId: user.id });
  }
  return reply;
}

async function connectByText(
  runtime: Runtime,
  tx: Database,
  { user, expert, address }: Place,
): Promise<ConnectReply> {
  const now = runtime.clock.now();
  const handle = (await findUserById(tx, user.id))?.phoneNumber;
  if (!handle) throw unprocessable('Add a phone number to your profile first.');
  const { thread, connection, isVerified } = await lockPhone(tx, { user, expert, handle, now });
  if (connection.state === 'active') {
    return toActiveReply(expert, (await findOwnThread(tx, connection))?.id ?? null);
  }
  if (isVerified) {
    const own = await connectVerified(runtime, tx, connection, { userId: user.id, handle, now });
    await sendText(runtime, tx, { thread: own, expert }, systemTexts.welcome(expert.displayName));
    return toActiveReply(expert, own.id);
  }
  const isAsked = await askPhone(runtime, tx, { user, expert, address, thread, connection });
  const live = await ensureCode(tx, connection, now);
  const words = isAsked
    ? `We sent a text to ${formatPhone(handle)}. Reply YES to it to start.`
    : `Text CONNECT ${live.code} to ${formatPhone(expert.phoneNumber ?? '')} from your phone to start.`;
  return { state: 'pending', threadId: null, message: words, isAsked, ...toCodeFields(live) };
}

const dayMs = 24 * 3_600_000;

type Question = Omit<Place, 'via'> & { thread: ThreadRow; connection: ConnectionRow };

/**
 * Once a day per account: another account may have claimed the number and asked before.
 * @returns false if the phone has had all its texts of this month. @throws {AppError} 429
 */
async function askPhone(
  runtime: Runtime,
  tx: Database,
  { user, expert, address, thread, connection }: Question,
): Promise<boolean> {
  const now = runtime.clock.now();
  const { askedAt } = connection;
  if (askedAt && askedAt.getTime() > now.getTime() - dayMs) return true;
  if (!(await hasMonthlyText(tx, thread, now))) return false;
  await countQuestion(runtime, tx, { userId: user.id, address, handle: thread.handle });
  await setAsked(tx, connection, now);
  const question = systemTexts.question(expert.displayName, maskEmail(user.email));
  await storeText(runtime, tx, { thread, expert }, question);
  return true;
}

/** Channels that identify people by number need no code for a verified one. */
async function connectByCode(
  runtime: Runtime,
  tx: Database,
  { user, expert, via }: Place,
): Promise<ConnectReply> {
  const now = runtime.clock.now();
  const account = await findUserById(tx, user.id);
  const isKnown = phoneChannels.includes(expert.channel) && account?.phoneVerifiedAt;
  const { connection, threadId } =
    isKnown && account.phoneNumber
      ? await connectNumber(runtime, tx, { user, expert, handle: account.phoneNumber, now })
      : await awaitCode(tx, { user, expert });
  const live = await ensureCode(tx, connection, now);
  const words = `CONNECT ${live.code}`;
  const our = { address: addressOf(expert), senderId: expert.phoneNumberId };
  const link = via.channel.createChatLink(our, words, via.settings);
  const channel = channelNames[expert.channel];
  return {
    ...(connection.state === 'active'
      ? toActiveReply(expert, threadId)
      : {
          state: 'pending',
          threadId,
          message: `Send ${words} to ${expert.displayName} by ${channel} to start.`,
        }),
    ...toCodeFields(live),
    link,
  };
}

async function awaitCode(tx: Database, { user, expert }: Pick<Place, 'user' | 'expert'>) {
  const account = await lockUser(tx, user.id);
  if (!account || account.deletedAt) throw unauthorized();
  const wanted = { userId: user.id, expertId: expert.id, handle: null };
  const connection = await ensureConnection(tx, wanted);
  return { connection, threadId: (await findOwnThread(tx, connection))?.id ?? null };
}

type NumberToConnect = Pick<Place, 'user' | 'expert'> & { handle: string; now: Date };

async function connectNumber(runtime: Runtime, tx: Database, phone: NumberToConnect) {
  const { user, handle, now } = phone;
  const { connection, isVerified } = await lockPhone(tx, phone);
  if (connection.state === 'active' || !isVerified) {
    return { connection, threadId: (await findOwnThread(tx, connection))?.id ?? null };
  }
  const verified = { userId: user.id, handle, now };
  const { id: threadId } = await connectVerified(runtime, tx, connection, verified);
  return { connection: { ...connection, state: 'active' as const }, threadId };
}

/** The number can't leave the account before the commit. */
async function lockPhone(tx: Database, { user, expert, handle, now }: NumberToConnect) {
  if (await isOptedOut(tx, expert, handle)) {
    throw unprocessable(
      `Your phone has opted out of texts from ${expert.displayName}. Text START to ${formatPhone(expert.phoneNumber ?? '')} first.`,
    );
  }
  const wanted = { userId: user.id, expertId: expert.id, handle };
  const thread = await ensurePhoneThread(tx, { ...wanted, now });
  // The number may have left the account just before.
  const account = await lockUser(tx, user.id);
  if (account?.phoneNumber !== handle)
    throw conflict('Your phone number has just changed. Please try again.');
  const connection = await ensureConnection(tx, wanted);
  const isVerified = account.phoneVerifiedAt !== null && !(await isSilent(tx, wanted, now));
  return { thread, connection, isVerified };
}

type Verified = { userId: string; handle: string; now: Date };

async function connectVerified(
  { secrets }: Runtime,
  tx: Database,
  connection: ConnectionRow,
  verified: Verified,
): Promise<ThreadRow> {
  if (!(await claimAddress(secrets, tx, verified))) {
    throw unprocessable(
      'Your phone has already had its free trial, with another account. Choose a plan, then connect again.',
    );
  }
  await setHandle(tx, connection, verified.handle);
  await activateConnections(tx, verified);
  const own = await findOwnThread(tx, { ...connection, handle: verified.handle });
  return own as ThreadRow; // activateConnections began it
}

function toActiveReply(expert: ExpertRow, threadId: string | null): ConnectReply {
  return { state: 'active', threadId, message: `You are connected with ${expert.displayName}.` };
}

function toCodeFields({ code, expiresAt }: LiveCode) {
  return { code, codeExpiresAt: expiresAt.toISOString() };
}

/** At the limit, the person already has this text. */
async function sendText(
  runtime: Runtime,
  tx: Database,
  { thread, expert }: { thread: ThreadRow; expert: ExpertRow },
  text: SystemText,
) {
  if (!(await mayTextThread(tx, thread, text.kind, runtime.clock.now()))) return;
  await storeText(runtime, tx, { thread, expert }, text);
}

async function storeText(
  runtime: Runtime,
  tx: Database,
  { thread, expert }: { thread: ThreadRow; expert: ExpertRow },
  text: SystemText,
) {
  await storeOutbound(tx, {
    threadId: thread.id,
    origin: 'system',
    body: text.body,
    parts: [text.body],
    segments: countSegments(expert.channel, [text.body]),
    now: runtime.clock.now(),
    systemKind: text.kind,
  });
  await runtime.queue.enqueue(tx, 'deliver-reply', [{ threadId: thread.id }]);
}
