import { dropInvisible } from '#shared/fold-text.ts';
import { readParts } from '#shared/text-parts.ts';
import { readYesNo } from '#shared/yes-no.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';

/** Someone may mean them: the model reads them. */
const darkPictures = /[🆘🔪🔫⚰🪦💊🩸]/u;
const emoticon = /^(?:[:;=]['-]?[)(DPpOo3*|]+|<3+|[xX]D)$/;

/** Hearts and the like need no answer, unless they are one. */
export function checkEmoji({ message, hasAttachments, past }: Turn): Objection | null {
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
