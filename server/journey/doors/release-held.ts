import { channelFor, countSegments } from '#server/channels/index.ts';
import type { Database } from '#server/db/client.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import { findExpert } from '#server/experts/store.ts';
import { type HeldText, listHeld, settleHeld } from '#server/messages/held-store.ts';
import { replayKind } from '#server/messages/replays-store.ts';
import {
  listWithheld,
  requeueWithheld,
  type WithheldReply,
} from '#server/messages/withheld-store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ReturnRequest } from '#shared/api/threads.ts';
import { cutForSending } from '../answer/cut-for-sending.ts';
import { disclose, measureDisclosure } from '../answer/disclosure.ts';

export type Release = Pick<ReturnRequest, 'answer' | 'upTo'>;
type Step = { runtime: Runtime; tx: Database; thread: ThreadRow; now: Date };

/**
 * The AI answers the chosen texts; the others count as read, or as left without an answer where none is chosen. A
 * withheld reply is sent for free, because its credit was given back. A discarded draft gets no other reply: a question is answered and charged once.
 */
export async function releaseHeld(step: Step, release: Release): Promise<void> {
  const { runtime, tx, thread } = step;
  const threadId = thread.id;
  const held = await listHeld(tx, threadId);
  const chosen = chooseHeld(held, release).map(({ id }) => id);
  const replies = await listWithheld(tx, chosen);
  const withheld = replies.filter(({ isDiscarded }) => !isDiscarded);
  await requeueReplies(step, withheld);
  const answered = textsOf(held, withheld);
  const settled = textsOf(held, replies);
  const waiting = chosen.filter((id) => !settled.includes(id));
  const others = release.answer === 'none' && thread.handedBecause !== 'age' ? 'left' : 'read';
  await settleHeld(tx, threadId, { answered, waiting, others });
  if (withheld.length > 0) await runtime.queue.enqueue(tx, 'deliver-reply', [{ threadId }]);
  if (waiting.length > 0) await runtime.queue.enqueue(tx, 'answer-message', [{ threadId }]);
}

/** Their questions, each with its burst. */
function textsOf(held: HeldText[], replies: WithheldReply[]): string[] {
  const questions = new Set(replies.map(({ questionId }) => questionId));
  return held
    .filter(({ id, answeredWithId }) => questions.has(answeredWithId ?? id))
    .map(({ id }) => id);
}

/** Texts that the admin had not seen are always answered. */
function chooseHeld(held: HeldText[], { answer, upTo = Infinity }: Release): HeldText[] {
  const seen = held.filter(({ seq }) => seq <= upTo);
  const chosen = { all: seen, last: seen.slice(-1), none: [] }[answer];
  return [...chosen, ...held.slice(seen.length)];
}

/** The first discloses the AI: it may be taken for the team's answer. */
async function requeueReplies(
  { runtime, tx, thread, now }: Step,
  replies: WithheldReply[],
): Promise<void> {
  const expert = replies.length > 0 ? await findExpert(tx, thread.expertId) : null;
  if (!expert) return;
  const channel = channelFor(runtime.config, expert.channel)?.channel;
  const marker = { at: now.toISOString(), kind: replayKind, detail: 'It was returned to the AI.' };
  for (const [index, { id, body, disclosureLength }] of replies.entries()) {
    const isDisclosed = index > 0 || disclosureLength !== null;
    const words = isDisclosed ? body : `${disclose(expert)}\n\n${body}`;
    const cut = channel ? cutForSending(channel, words) : { parts: [words], unsentLength: null };
    const said = {
      body: words,
      disclosureLength: isDisclosed ? disclosureLength : measureDisclosure(words),
      ...cut,
      segments: countSegments(expert.channel, cut.parts),
    };
    await requeueWithheld(tx, { id, threadId: thread.id }, said, { marker, now });
  }
}
