import type { Database } from '#server/db/client.ts';
import { conflict, notFound, unprocessable } from '#server/errors.ts';
import type { ExpertRow, ThreadRow } from '#server/messages/inbound-store.ts';
import { isOptedOut } from '#server/messages/opt-outs-store.ts';
import { addOutbound } from '#server/messages/outbound-store.ts';
import { mayTextThread } from '#server/messages/system-limits.ts';
import { maskEmail, type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ConnectReply } from '#shared/api/experts.ts';
import { channelNames } from '#shared/channels.ts';
import { formatPhone } from '#shared/phone.ts';
import {
  activateConnections,
  ensureConnection,
  ensureThread,
  findExpert,
  findPhone,
  lockPhone,
} from './store.ts';

type Person = { id: string; email: string };

/**
 * Connects a person to an expert. A number that nobody has proved is asked first, by text; a proved
 * one is connected at once. Doing it twice changes nothing and asks nobody twice.
 * @throws {AppError} 404 unknown expert, 409 paused, 422 no phone, opted out, or a channel without this.
 */
export async function connectUser(
  runtime: Runtime,
  { user, expertId }: { user: Person; expertId: string },
): Promise<ConnectReply> {
  const expert = await findExpert(runtime.db, expertId);
  if (!expert) throw notFound('Expert');
  if (expert.status !== 'ACTIVE') throw conflict('This expert is paused');
  if (expert.channel !== 'SMS') {
    throw unprocessable(`Connecting by ${channelNames[expert.channel]} is not available yet.`);
  }

  const reply = await runtime.db.transaction((tx) => connect(runtime, tx, { user, expert }));
  runtime.queue.poke('deliver-reply');
  runtime.changes.publish({ type: 'thread', threadId: reply.threadId, userId: user.id });
  return reply;
}

async function connect(
  runtime: Runtime,
  tx: Database,
  { user, expert }: { user: Person; expert: ExpertRow },
): Promise<ConnectReply> {
  const now = runtime.clock.now();
  const { phoneNumber: handle } = await findPhone(tx, user.id);
  if (!handle) throw unprocessable('Add a phone number to your profile first.');
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
  const connection = await ensureConnection(tx, { userId: user.id, expertId: expert.id, handle });
  const threadId = thread.id;
  if (connection.state === 'active') {
    return { state: 'active', threadId, message: `You are connected with ${expert.displayName}.` };
  }
  if (phoneProvedAt) {
    await activateConnections(tx, { userId: user.id, handle, now });
    await sendText(runtime, tx, thread, systemTexts.welcome(expert.displayName));
    return { state: 'active', threadId, message: `You are connected with ${expert.displayName}.` };
  }
  await sendText(
    runtime,
    tx,
    thread,
    systemTexts.question(expert.displayName, maskEmail(user.email)),
  );
  return {
    state: 'pending',
    threadId,
    message: `We sent a text to ${formatPhone(handle)}. Reply YES to it to start.`,
  };
}

/** Within the limits of Sagewire's own texts; beyond them the person already has the same text. */
async function sendText(runtime: Runtime, tx: Database, thread: ThreadRow, text: SystemText) {
  const now = runtime.clock.now();
  if (!(await mayTextThread(tx, thread, text.kind, now))) return;
  await addOutbound(tx, {
    threadId: thread.id,
    origin: 'system',
    body: text.body,
    parts: [text.body],
    now,
    systemKind: text.kind,
  });
  await runtime.queue.enqueue(tx, 'deliver-reply', [{ threadId: thread.id }]);
}
