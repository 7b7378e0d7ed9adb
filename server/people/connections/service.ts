import { findUserById } from '#server/access/users-store.ts';
import { claimAddress } from '#server/billing/claims.ts';
import { type ConfiguredChannel, channelFor } from '#server/channels/index.ts';
import { addressOf } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import { lockUser } from '#server/db/locks.ts';
import type { ConnectionRow, ExpertRow, ThreadRow, UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound, unauthorized, unprocessable } from '#server/errors.ts';
import { findExpert } from '#server/experts/store.ts';
import { mayTextThread } from '#server/messages/limits-store.ts';
import { isOptedOut } from '#server/messages/opt-outs-store.ts';
import { isSilent } from '#server/messages/silence-store.ts';
import { type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime, Work } from '#server/runtime.ts';
import type { ConnectReply } from '#shared/api/experts.ts';
import { type ChannelKey, channelNames } from '#shared/channels.ts';
import { formatPhone } from '#shared/phone.ts';
import { askPhone } from './ask-phone.ts';
import { mayAttach, requireAttachable } from './attach.ts';
import { ensureCode, type LiveCode } from './codes-store.ts';
import { numberChanged } from './numbers-store.ts';
import { ensurePhoneThread, findOwnThread } from './phone-threads-store.ts';
import { activateConnections, isProvedOn } from './proof-store.ts';
import { ensureConnection, setHandle } from './store.ts';
import { storeText } from './store-text.ts';

type Person = { id: string; email: string };

type Asked = {
  user: Person;
  address: string;
  /** Signed in, or entered the password, just before. */
  isFresh: boolean;
  sessionId?: string | undefined;
};
type Place = Asked & { expert: ExpertRow; via: ConfiguredChannel };
type Connecting = Asked & {
  expertId: string;
  /** Takes the texting, for after the reply; without it the text is sent before. */
  later?: (work: Work) => void;
};

/**
 * Connects a verified number at once; asks any other by text, or by code where a business may not write first. Of a number
 * that nothing has proved the reply tells nothing, and it takes the same time: whether a text may go out is found out later.
 * @throws {AppError} 403 with `need: 'password'` for one more phone; 404 unknown expert; 409 paused; 422 no phone, no
 *   gateway, and of a verified number opted out or a trial used with another account.
 */
export async function connectUser(
  runtime: Runtime,
  { expertId, later, ...asked }: Connecting,
): Promise<ConnectReply> {
  const expert = await findExpert(runtime.db, expertId);
  if (!expert) throw notFound('Expert');
  if (expert.status !== 'ACTIVE') throw conflict('This expert is paused');
  const via = channelFor(runtime.config, expert.channel);
  if (!via) throw unprocessable(`${channelNames[expert.channel]} is not set up here yet.`);

  const { mayWriteFirst } = via.channel;
  const connect = mayWriteFirst ? connectByText : connectByCode;
  const reply = await transact(runtime.db, (tx) => connect(runtime, tx, { ...asked, expert, via }));
  runtime.queue.wakeWorkers('deliver-reply');
  if (reply.threadId) {
    runtime.changes.publish({ type: 'thread', threadId: reply.threadId, userId: asked.user.id });
  }
  if (mayWriteFirst && reply.state === 'pending') {
    const { user, address } = asked;
    const ask = () => askPhone(runtime, { userId: user.id, expert, address });
    await (later ? later(ask) : ask());
  }
  return reply;
}

async function connectByText(
  runtime: Runtime,
  tx: Database,
  { user, expert, isFresh, sessionId }: Place,
): Promise<ConnectReply> {
  const now = runtime.clock.now();
  const known = await findUserById(tx, user.id);
  const handle = known?.phoneNumber;
  if (!handle) throw unprocessable('Add a phone number to your profile first.');
  const number = { user, expert, handle, now };
  if (!(await isProved(tx, known, now))) return awaitProof(tx, { ...number, isFresh, sessionId });
  const { connection, isVerified } = await lockPhone(tx, number);
  if (connection.state === 'active') {
    return toActiveReply(expert, (await findOwnThread(tx, connection))?.id ?? null);
  }
  // Just removed.
  if (!isVerified) throw numberChanged();
  const verified = { userId: user.id, handle, channel: expert.channel, now };
  const own = await connectVerified(runtime, tx, connection, verified);
  await sendText(runtime, tx, { thread: own, expert }, systemTexts.welcome(expert.displayName));
  return toActiveReply(expert, own.id);
}

async function isProved(
  tx: Database,
  { id: userId, phoneNumber: handle, phoneVerifiedAt }: UserRow,
  now: Date,
): Promise<boolean> {
  return (
    handle !== null && phoneVerifiedAt !== null && !(await isSilent(tx, { userId, handle }, now))
  );
}

/** Reads and locks nothing but the account and its connection. */
async function awaitProof(
  tx: Database,
  {
    user,
    expert,
    handle,
    now,
    ...attaching
  }: NumberToConnect & Pick<Place, 'isFresh' | 'sessionId'>,
): Promise<ConnectReply> {
  const account = await lockUser(tx, user.id);
  if (account?.phoneNumber !== handle) throw numberChanged();
  const wanted = { userId: user.id, expertId: expert.id, handle };
  const connection = await ensureConnection(tx, wanted);
  if (connection.state === 'active') {
    return toActiveReply(expert, (await findOwnThread(tx, connection))?.id ?? null);
  }
  await requireAttachable(tx, { userId: user.id, ...attaching });
  const live = await ensureCode(tx, connection, now);
  const number = formatPhone(expert.phoneNumber ?? '');
  const message = `If you get a text from ${number}, reply YES to it. Or text CONNECT ${live.code} to ${number}.`;
  return { state: 'pending', threadId: null, message, ...toCodeFields(live) };
}

/**
 * A number that has proved itself on this channel needs no code: a text in its name proves nothing here. The code of an
 * active connection would attach any phone, so it takes the password, but the link leads to the chat without it.
 */
async function connectByCode(
  runtime: Runtime,
  tx: Database,
  { user, expert, via, isFresh, sessionId }: Place,
): Promise<ConnectReply> {
  const now = runtime.clock.now();
  const account = await findUserById(tx, user.id);
  const handle = account?.phoneVerifiedAt ? account.phoneNumber : null;
  const number = { userId: user.id, handle: handle ?? '', channel: expert.channel };
  const { connection, threadId } =
    handle && (await isProvedOn(tx, number))
      ? await connectNumber(runtime, tx, { user, expert, handle, now })
      : await awaitCode(tx, { user, expert });
  const linkTo = (words: string) => {
    const our = { address: addressOf(expert), senderId: expert.phoneNumberId };
    return via.channel.createChatLink(our, words, via.settings);
  };
  const isActive = connection.state === 'active';
  const attaching = { userId: user.id, isFresh, sessionId };
  if (isActive && !(await mayAttach(tx, attaching))) {
    return { ...toActiveReply(expert, threadId), link: linkTo('') };
  }
  await requireAttachable(tx, attaching);
  const live = await ensureCode(tx, connection, now);
  const words = `CONNECT ${live.code}`;
  const how = `Send ${words} to ${expert.displayName} by ${channelNames[expert.channel]} to start.`;
  return {
    ...(isActive ? toActiveReply(expert, threadId) : { state: 'pending', threadId, message: how }),
    ...toCodeFields(live),
    link: linkTo(words),
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
  const { user, expert, handle, now } = phone;
  const { connection, isVerified } = await lockPhone(tx, phone);
  if (connection.state === 'active' || !isVerified) {
    return { connection, threadId: (await findOwnThread(tx, connection))?.id ?? null };
  }
  const verified = { userId: user.id, handle, channel: expert.channel, now };
  const { id: threadId } = await connectVerified(runtime, tx, connection, verified);
  return { connection: { ...connection, state: 'active' as const }, threadId };
}

/**
 * The number can't leave the account before the commit.
 * @throws {AppError} 422 if a verified number has opted out; of another one that is no one's business.
 */
async function lockPhone(tx: Database, { user, expert, handle, now }: NumberToConnect) {
  const wanted = { userId: user.id, expertId: expert.id, handle };
  await ensurePhoneThread(tx, { ...wanted, now });
  const account = await lockUser(tx, user.id);
  // The number may have left the account just before.
  if (account?.phoneNumber !== handle) throw numberChanged();
  const connection = await ensureConnection(tx, wanted);
  const isVerified = await isProved(tx, account, now);
  if (isVerified && (await isOptedOut(tx, expert, handle))) {
    throw unprocessable(
      `Your phone has opted out of texts from ${expert.displayName}. Text START to ${formatPhone(expert.phoneNumber ?? '')} first.`,
    );
  }
  return { connection, isVerified };
}

type Verified = { userId: string; handle: string; channel: ChannelKey; now: Date };

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
