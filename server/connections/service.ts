import { type ConfiguredChannel, channelFor, countSegments } from '#server/channels/index.ts';
import { addressOf } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import { lockUser } from '#server/db/locks.ts';
import type { ExpertRow, ThreadRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound, unauthorized, unprocessable } from '#server/errors.ts';
import { findExpert } from '#server/experts/store.ts';
import { mayTextThread } from '#server/messages/limits-store.ts';
import { isOptedOut } from '#server/messages/opt-outs-store.ts';
import { storeOutbound } from '#server/messages/outbound-store.ts';
import { maskEmail, type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { findUserById } from '#server/users/store.ts';
import type { ConnectReply } from '#shared/api/experts.ts';
import { channelNames, phoneChannels } from '#shared/channels.ts';
import { formatPhone } from '#shared/phone.ts';
import { ensureCode, type LiveCode } from './codes-store.ts';
import {
  activateConnections,
  ensureConnection,
  ensureThread,
  findOwnThread,
  setHandle,
} from './store.ts';

type Person = { id: string; email: string };

type Place = { user: Person; expert: ExpertRow; via: ConfiguredChannel };

/**
 * A verified number is connected at once, any other gets a question by text. Where a business may not write first, the
 * person sends a code. Connecting twice asks once.
 * @throws {AppError} 404 unknown expert, 409 paused, 422 no phone, opted out, or no gateway for the channel.
 */
export async function connectUser(
  runtime: Runtime,
  { user, expertId }: { user: Person; expertId: string },
): Promise<ConnectReply> {
  const expert = await findExpert(runtime.db, expertId);
  if (!expert) throw notFound('Expert');
  if (expert.status !== 'ACTIVE') throw conflict('This expert is paused');
  const via = channelFor(runtime.config, expert.channel);
  if (!via) throw unprocessable(`${channelNames[expert.channel]} is not set up here yet.`);

  const connect = via.channel.createChatLink ? connectByCode : connectByText;
  const reply = await transact(runtime.db, (tx) => connect(runtime, tx, { user, expert, via }));
  runtime.queue.wakeWorkers('deliver-reply');
  if (reply.threadId) {
    runtime.changes.publish({ type: 'thread', threadId: reply.threadId, userId: user.id });
  }
  return reply;
}

async function connectByText(
  runtime: Runtime,
  tx: Database,
  { user, expert }: Place,
): Promise<ConnectReply> {
  const now = runtime.clock.now();
  const handle = (await findUserById(tx, user.id))?.phoneNumber;
  if (!handle) throw unprocessable('Add a phone number to your profile first.');
  const { thread, connection, isVerified } = await lockPhone(tx, { user, expert, handle, now });
  const connected = toActiveReply(expert, thread.id);
  if (connection.state === 'active') return connected;
  if (isVerified) {
    await activateConnections(tx, { userId: user.id, handle, now });
    await sendText(runtime, tx, { thread, expert }, systemTexts.welcome(expert.displayName));
    return connected;
  }
  const question = systemTexts.question(expert.displayName, maskEmail(user.email));
  await sendText(runtime, tx, { thread, expert }, question);
  return {
    state: 'pending',
    threadId: thread.id,
    message: `We sent a text to ${formatPhone(handle)}. Reply YES to it to start.`,
    ...toCodeFields(await ensureCode(tx, connection, now)),
  };
}

/** A verified number needs no code on channels that know people by their numbers. */
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
      ? await connectNumber(tx, { user, expert, handle: account.phoneNumber, now })
      : await awaitCode(tx, { user, expert });
  const live = await ensureCode(tx, connection, now);
  const words = `CONNECT ${live.code}`;
  const our = { address: addressOf(expert), senderId: expert.phoneNumberId };
  const link = via.channel.createChatLink?.(our, words, via.settings);
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
    ...(link && { link }),
  };
}

async function awaitCode(tx: Database, { user, expert }: Pick<Place, 'user' | 'expert'>) {
  const account = await lockUser(tx, user.id);
  // The account may have been deleted meanwhile.
  if (!account || account.deletedAt) throw unauthorized();
  const wanted = { userId: user.id, expertId: expert.id, handle: null };
  const connection = await ensureConnection(tx, wanted);
  return { connection, threadId: await findOwnThread(tx, connection) };
}

type NumberToConnect = Pick<Place, 'user' | 'expert'> & { handle: string; now: Date };

async function connectNumber(tx: Database, phone: NumberToConnect) {
  const { user, handle, now } = phone;
  const { thread, connection, isVerified } = await lockPhone(tx, phone);
  if (connection.state === 'active' || !isVerified) {
    return { connection, threadId: await findOwnThread(tx, connection) };
  }
  await setHandle(tx, connection, handle);
  await activateConnections(tx, { userId: user.id, handle, now });
  return { connection: { ...connection, state: 'active' as const }, threadId: thread.id };
}

/** The number stays the account's until the transaction ends. */
async function lockPhone(tx: Database, { user, expert, handle, now }: NumberToConnect) {
  if (await isOptedOut(tx, expert, handle)) {
    throw unprocessable(
      `Your phone has opted out of texts from ${expert.displayName}. Text START to ${formatPhone(expert.phoneNumber ?? '')} first.`,
    );
  }
  const thread = await ensureThread(tx, { expertId: expert.id, handle, now });
  // From here on the number can't leave the account; it may just have done so.
  const account = await lockUser(tx, user.id);
  if (account?.phoneNumber !== handle)
    throw conflict('Your phone number has just changed. Please try again.');
  const wanted = { userId: user.id, expertId: expert.id, handle };
  const connection = await ensureConnection(tx, wanted);
  return { thread, connection, isVerified: account.phoneVerifiedAt !== null };
}

function toActiveReply(expert: ExpertRow, threadId: string | null): ConnectReply {
  return { state: 'active', threadId, message: `You are connected with ${expert.displayName}.` };
}

function toCodeFields({ code, expiresAt }: LiveCode) {
  return { code, codeExpiresAt: expiresAt.toISOString() };
}

/** Does nothing at the limit of system texts: then the person already has this text. */
async function sendText(
  runtime: Runtime,
  tx: Database,
  { thread, expert }: { thread: ThreadRow; expert: ExpertRow },
  text: SystemText,
) {
  const now = runtime.clock.now();
  if (!(await mayTextThread(tx, thread, text.kind, now))) return;
  await storeOutbound(tx, {
    threadId: thread.id,
    origin: 'system',
    body: text.body,
    parts: [text.body],
    segments: countSegments(expert.channel, [text.body]),
    now,
    systemKind: text.kind,
  });
  await runtime.queue.enqueue(tx, 'deliver-reply', [{ threadId: thread.id }]);
}
