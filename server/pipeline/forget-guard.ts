import { eraseConversation, erasePerson } from '#server/account/erase-person.ts';
import { channelFor } from '#server/channels/index.ts';
import { toLoggableError } from '#server/loggable-error.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { findTextBefore } from '#server/messages/history-store.ts';
import { hasStopped } from '#server/messages/opt-outs-store.ts';
import type { SystemText } from '#server/messages/system-texts.ts';
import { wordTexts } from '#server/messages/word-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { defaultWords, listWords } from '#shared/expert-words.ts';
import { isStaff } from '#shared/roles.ts';
import { speakerOf } from './disclosure.ts';
import type { Objection } from './outcome.ts';
import { writeText } from './sending.ts';

const askedForMs = 10 * 60_000;

/** The dashboard asks for the password instead. */
export function askToForget(
  { config }: Runtime,
  { message, user, expert }: ClaimedMessage,
): SystemText {
  if (user && isStaff(user)) return wordTexts.forgetStaff();
  if (message.origin === 'web') return wordTexts.forgetInSettings(config.publicUrl);
  if (user) return wordTexts.forgetAccount();
  return wordTexts.forgetNumber(speakerOf(expert));
}

/**
 * A YES deletes only as the direct answer to our question, texted to this phone at most ten minutes ago. A late YES
 * answers no other question, either.
 */
export async function confirmForgetting(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  const { message, thread, expert, user, optOut } = claim;
  if (message.origin !== 'gateway' || !thread.isCurrent || optOut) return null;
  const asked = await findTextBefore(runtime.db, message);
  if (asked?.systemKind !== 'forget') return null;
  const isLate = message.createdAt.getTime() - asked.createdAt.getTime() > askedForMs;
  if (isLate || !asked.hasLeft) {
    const word = listWords(expert.words).forget ?? defaultWords.forget;
    return { guard: 'word', state: 'recorded', text: wordTexts.forgetTooLate(word) };
  }
  if (user && isStaff(user)) {
    return { guard: 'word', state: 'recorded', text: wordTexts.forgetStaff() };
  }
  return {
    guard: 'forgotten',
    state: 'recorded',
    text: null,
    effect: async (tx, now) => {
      const { config } = runtime;
      if (!user) {
        await eraseConversation(tx, thread, { config, now });
        return 'done';
      }
      return (await erasePerson(tx, user, { config, now })) ? 'done' : 'stale';
    },
    // The sweep deletes the customer at Stripe: server/account/service.ts.
    afterwards: async () => {
      if (user) runtime.changes.publish({ type: 'account', userId: user.id });
      await sendErasureNotice(runtime, claim);
    },
  };
}

/** Not stored, because the number is erased; so at most once. */
async function sendErasureNotice(
  runtime: Runtime,
  { thread, expert }: ClaimedMessage,
): Promise<void> {
  const via = channelFor(runtime.config, expert.channel);
  if (!via || (await hasStopped(runtime.db, expert, thread.handle))) return;
  const farewell = { id: crypto.randomUUID(), body: wordTexts.forgotten, expert };
  const text = writeText(runtime, via, { ...farewell, to: thread.handle });
  try {
    await via.channel.send(text, via.settings, runtime.fetch);
  } catch (error) {
    runtime.log.warn({ err: toLoggableError(error) }, 'erasure notice not sent');
  }
}
