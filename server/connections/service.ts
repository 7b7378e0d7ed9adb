import { type ConfiguredChannel, channelFor, countSegments } from '#server/channels/index.ts';
import { addressOf } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import { conflict, notFound, unprocessable } from '#server/errors.ts';
import type { ExpertRow, ThreadRow } from '#server/messages/inbound-store.ts';
import { isOptedOut } from '#server/messages/opt-outs-store.ts';
import { addOutbound } from '#server/messages/outbound-store.ts';
import { mayTextThread } from '#server/messages/system-limits.ts';
import { maskEmail, type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ConnectReply } from '#shared/api/experts.ts';
import { channelNames, phoneChannels } from '#shared/channels.ts';
import { formatPhone } from '#shared/phone.ts';
import { ensureCode, type LiveCode } from './codes-store.ts';
import {
  activateConnections,
  ensureConnection,
  ensureThread,
  findExpert,
  findOwnThread,
  findPhone,
  lockPhone,
  setHandle,
} from './store.ts';

type Person = { id: string; email: string };

type Place = { user: Person; expert: ExpertRow; via: ConfiguredChannel };

/**
 * Connects a person to an expert. A number that nobody has proved is asked first, by text; where a business
 * may not write first, the person does, with a code. A proved number is connected at once. Doing it twice
 * changes nothing and asks nobody twice.
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

  const connect = via.channel.linkToWrite ? connectByCode : connectByText;
  const reply = await runtime.db.transaction((tx) => connect(runtime, tx, { user, expert, via }));
  runtime.queue.poke('deliver-reply');
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
  const { phoneNumber: handle } = await findPhone(tx, user.id);
  if (!handle) throw unprocessable('Add a phone number to your profile first.');
  const { thread, connection, isProved } = await takePhone(tx, { user, expert, handle, now });
  const connected = activeReply(expert, thread.id);
  if (connection.state === 'active') return connected;
  if (isProved) {
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
    ...showCode(await ensureCode(tx, connection, now)),
  };
}

/**
 * The code connects whichever address it comes from. A proved number is the person's on this channel, too, if
 * the channel knows people by their numbers: it is connected without one.
 */
async function connectByCode(
  runtime: Runtime,
  tx: Database,
  { user, expert, via }: Place,
): Promise<ConnectReply> {
  const now = runtime.clock.now();
  const { phoneNumber, phoneProvedAt } = await findPhone(tx, user.id);
  const isKnown = phoneChannels.includes(expert.channel) && phoneProvedAt !== null;
  const { connection, threadId } =
    isKnown && phoneNumber
      ? await connectNumber(tx, { user, expert, handle: phoneNumber, now })
      : await awaitCode(tx, { user, expert });
  const live = await ensureCode(tx, connection, now);
  const words = `CONNECT ${live.code}`;
  const our = { address: addressOf(expert), senderId: expert.phoneNumberId };
  const link = via.channel.linkToWrite?.(our, words, via.settings);
  const channel = channelNames[expert.channel];
  return {
    ...(connection.state === 'active'
      ? activeReply(expert, threadId)
      : {
          state: 'pending',
          threadId,
          message: `Send ${words} to ${expert.displayName} by ${channel} to start.`,
        }),
    ...showCode(live),
    ...(link && { link }),
  };
}

async function awaitCode(tx: Database, { user, expert }: Pick<Place, 'user' | 'expert'>) {
  await lockPhone(tx, user.id);
  const wanted = { userId: user.id, expertId: expert.id, handle: null };
  const connection = await ensureConnection(tx, wanted);
  return { connection, threadId: await findOwnThread(tx, connection) };
}

type Phone = Pick<Place, 'user' | 'expert'> & { handle: string; now: Date };

async function connectNumber(tx: Database, phone: Phone) {
  const { user, handle, now } = phone;
  const { thread, connection, isProved } = await takePhone(tx, phone);
  if (connection.state === 'active' || !isProved) {
    return { connection, threadId: await findOwnThread(tx, connection) };
  }
  await setHandle(tx, connection, handle);
  await activateConnections(tx, { userId: user.id, handle, now });
  return { connection: { ...connection, state: 'active' as const }, threadId: thread.id };
}

/** The thread and connection of a number that stands on the account, and stays there until the transaction ends. */
async function takePhone(tx: Database, { user, expert, handle, now }: Phone) {
  if (await isOptedOut(tx, expert, handle)) {
    throw unprocessable(
      `Your phone has opted out of texts from ${expert.displayName}. Text START to ${formatPhone(expert.phoneNumber ?? '')} first.`,
    );
  }
  const thread = await ensureThread(tx, { expertId: expert.id, handle, now });
  // From here on the number can't leave the account any more; it may just have done so.
  const { phoneNumber, phoneProvedAt } = await lockPhone(tx, user.id);
  if (phoneNumber !== handle)
    throw conflict('Your phone number has just changed. Please try again.');
  const wanted = { userId: user.id, expertId: expert.id, handle };
  const connection = await ensureConnection(tx, wanted);
  return { thread, connection, isProved: phoneProvedAt !== null };
}

function activeReply(expert: ExpertRow, threadId: string | null): ConnectReply {
  return { state: 'active', threadId, message: `You are connected with ${expert.displayName}.` };
}

function showCode({ code, expiresAt }: LiveCode) {
  return { code, codeExpiresAt: expiresAt.toISOString() };
}

/** Within the limits of Sagewire's own texts; beyond them the person already has the same text. */
async function sendText(
  runtime: Runtime,
  tx: Database,
  { thread, expert }: { thread: ThreadRow; expert: ExpertRow },
  text: SystemText,
) {
  const now = runtime.clock.now();
  if (!(await mayTextThread(tx, thread, text.kind, now))) return;
  await addOutbound(tx, {
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
