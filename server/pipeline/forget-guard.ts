import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { findTextBefore, type TextBefore } from '#server/messages/history-store.ts';
import { forgetKinds, mayTextNumber } from '#server/messages/limits-store.ts';
import type { SystemText } from '#server/messages/system-texts.ts';
import { wordTexts } from '#server/messages/word-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { defaultWords, listWords } from '#shared/expert-words.ts';
import { isStaff } from '#shared/roles.ts';
import { readYesNo } from '#shared/yes-no.ts';
import { readNumber, writeNumber } from './answer-number.ts';
import { speakerOf } from './disclosure.ts';
import type { Objection } from './outcome.ts';

const askedForMs = 10 * 60_000;

/** The dashboard asks for the password instead. */
export async function askToForget(
  { config, db, clock, secrets }: Runtime,
  { message, thread, user, expert }: ClaimedMessage,
): Promise<SystemText> {
  if (user && isStaff(user)) return wordTexts.forgetStaff();
  if (message.origin === 'web') return wordTexts.forgetInSettings(config.publicUrl);
  if (!(await mayTextNumber(db, thread.handle, 'forget', clock.now()))) {
    return wordTexts.forgetTomorrow(config.publicUrl);
  }
  const number = writeNumber(secrets, 'forget', message.id);
  if (user) return wordTexts.forgetAccount(number);
  return wordTexts.forgetNumber(speakerOf(expert), number);
}

/**
 * The number deletes only as the direct answer to the text that has it, at most ten minutes old. A YES is no proof,
 * because a sender can be forged, and answers no other question, either.
 */
export async function confirmForgetting(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  const { message, thread, user, optOut } = claim;
  if (message.origin !== 'gateway' || !thread.isCurrent || optOut) return null;
  const number = readNumber(message.body);
  if (!number && readYesNo(message.body) !== 'yes') return null;
  const asked = await findTextBefore(runtime.db, message);
  if (!asked?.replyToId || !forgetKinds.includes(asked.systemKind ?? '')) return null;
  const isLate = message.createdAt.getTime() - asked.createdAt.getTime() > askedForMs;
  if (isLate || !asked.hasLeft) return answer(wordTexts.forgetTooLate(wordOf(claim)));
  if (user && isStaff(user)) return answer(wordTexts.forgetStaff());
  if (!number) return askAgain(runtime, claim, asked);
  if (number !== writeNumber(runtime.secrets, 'forget', asked.replyToId)) {
    return answer(wordTexts.forgetWrong(wordOf(claim)));
  }
  return { guard: 'forgotten', state: 'recorded', text: null, effects: [{ kind: 'forget' }] };
}

function answer(text: SystemText | null): Objection {
  return { guard: 'word', state: 'recorded', text };
}

function wordOf({ expert }: ClaimedMessage): string {
  return listWords(expert.words).forget ?? defaultWords.forget;
}

/** Once. */
async function askAgain(
  { db, clock, secrets }: Runtime,
  { message, thread }: ClaimedMessage,
  { systemKind }: TextBefore,
): Promise<Objection> {
  const mayAsk =
    systemKind === 'forget' && (await mayTextNumber(db, thread.handle, 'forget', clock.now()));
  return answer(mayAsk ? wordTexts.forgetAgain(writeNumber(secrets, 'forget', message.id)) : null);
}
