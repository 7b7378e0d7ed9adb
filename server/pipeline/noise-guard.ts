import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { isAutomaticText } from '#shared/automatic-texts.ts';
import { dropInvisible } from '#shared/fold-text.ts';
import { readParts } from '#shared/text-parts.ts';
import { readYesNo } from '#shared/yes-no.ts';
import type { Objection } from './outcome.ts';

/** Needs no answer: what a phone or a carrier writes by itself. */
export async function checkAutomatic(
  _: Runtime,
  { message, hasAttachments }: ClaimedMessage,
): Promise<Objection | null> {
  if (message.origin !== 'gateway' || message.keywordAnswered || hasAttachments) return null;
  // The words of another kind are ours, such as the name of a type that we can't read.
  if (message.content !== 'words' || !isAutomaticText(message.body)) return null;
  return { guard: 'automatic', state: 'recorded', text: null };
}

/** Someone may mean them: the model reads them. */
const darkPictures = /[🆘🔪🔫⚰🪦💊🩸]/u;
const emoticon = /^(?:[:;=]['-]?[)(DPpOo3*|]+|<3+|[xX]D)$/;

/** Hearts and the like need no answer, unless they are one. */
export async function checkEmoji(
  _: Runtime,
  { message, hasAttachments, past }: ClaimedMessage,
): Promise<Objection | null> {
  if (message.origin !== 'gateway' || message.content !== 'words' || hasAttachments) return null;
  if (!isOnlyEmoji(message.body) || darkPictures.test(message.body)) return null;
  const [before] = past;
  const isAsked = before?.direction === 'outbound' && /[?？؟]/.test(before.body.slice(-200));
  if (isAsked && isAnswer(message.body, before.body)) return null;
  return { guard: 'emoji', state: 'recorded', text: null };
}

function isOnlyEmoji(body: string): boolean {
  const seen = dropInvisible(body).trim();
  if (emoticon.test(seen)) return true;
  return !/[\p{L}\p{N}?]/u.test(seen) && readParts(body).emoji.length > 0;
}

/** A thumb, or one of the emoji that the question offers. */
function isAnswer(body: string, question: string): boolean {
  return readYesNo(body) !== null || readParts(body).emoji.some((one) => question.includes(one));
}
