import { channelFor, countSegments, windowClosesAt } from '#server/channels/index.ts';
import { findExpert } from '#server/connections/store.ts';
import type { Database } from '#server/db/client.ts';
import { notFound, unprocessable } from '#server/errors.ts';
import { isForgotten } from '#server/messages/forgotten.ts';
import {
  addWebMessage,
  clearHumanWanted,
  lockThread,
  type ThreadRow,
} from '#server/messages/inbound-store.ts';
import { findOptOut, type OptOut } from '#server/messages/opt-outs-store.ts';
import { addOutbound } from '#server/messages/outbound-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { channelNames } from '#shared/channels.ts';

type Writer = { id: string; role: 'ADMIN' | 'USER' };
type Draft = { user: Writer; threadId: string; body: string };

/**
 * A text written on the dashboard. A user's joins the journey like one from the phone, and its answer
 * is shown there; an admin's goes out to the phone as the expert.
 * @param draft the caller has made sure that the writer may see the thread.
 * @throws {AppError} 422 for a thread that is a record only, or whose person has opted out.
 * @returns the id of the stored message.
 */
export async function writeFromDashboard(runtime: Runtime, draft: Draft): Promise<string> {
  const { user, threadId } = draft;
  const isAdmin = user.role === 'ADMIN';
  const { id, userId } = await runtime.db.transaction(async (tx) => {
    const thread = await lockThread(tx, threadId);
    if (isForgotten(thread)) throw notFound('Conversation');
    if (!thread.isCurrent) {
      throw unprocessable('This conversation has ended, because its phone number has changed.');
    }
    const id = isAdmin
      ? await sendAsExpert(runtime, tx, thread, draft)
      : await ask(runtime, tx, draft);
    return { id, userId: thread.userId };
  });
  runtime.queue.poke(isAdmin ? 'deliver-reply' : 'answer-message');
  runtime.changes.publish({ type: 'thread', threadId, userId });
  return id;
}

async function ask({ clock, queue }: Runtime, tx: Database, { threadId, body }: Draft) {
  const id = await addWebMessage(tx, { threadId, body, now: clock.now() });
  await queue.enqueue(tx, 'answer-message', [{ threadId }]);
  return id;
}

const refusals: Record<OptOut, (expert: string) => string> = {
  stopped: (expert) =>
    `This person has opted out of texts from ${expert}. Only their START lifts that.`,
  left: (expert) =>
    `This person has closed the conversation with ${expert}. It opens again when they write.`,
};

async function sendAsExpert(runtime: Runtime, tx: Database, thread: ThreadRow, { body }: Draft) {
  const expert = await findExpert(tx, thread.expertId);
  if (!expert) throw notFound('Expert');
  const optOut = await findOptOut(tx, expert, thread.handle);
  if (optOut) throw unprocessable(refusals[optOut](expert.displayName));
  const configured = channelFor(runtime.config, expert.channel);
  if (!configured) throw unprocessable('No gateway is set up for this channel.');
  const closesAt = windowClosesAt(expert.channel, thread);
  if (closesAt && closesAt <= runtime.clock.now()) {
    throw unprocessable(
      `${channelNames[expert.channel]} takes no texts to this person until they write again.`,
    );
  }
  const id = await addOutbound(tx, {
    threadId: thread.id,
    origin: 'admin',
    body,
    // What a human wrote goes out as it stands, in one piece.
    parts: [body],
    segments: countSegments(expert.channel, [body]),
    now: runtime.clock.now(),
  });
  if (thread.humanWantedAt) await clearHumanWanted(tx, thread.id);
  await runtime.queue.enqueue(tx, 'deliver-reply', [{ threadId: thread.id }]);
  return id;
}
