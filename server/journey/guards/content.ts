import { isNotPicture, isTextPart } from '#server/channels/channel.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';

/** Pictures still to be loaded count as readable. */
export function checkContent({ message, attachments }: Turn): Objection | null {
  const hasText = message.content !== 'unreadable' && message.body.trim() !== '';
  const hasPicture = attachments.some(({ state }) => state === 'stored' || state === 'waiting');
  if (hasText || hasPicture) return null;
  const hadPicture = attachments.some(({ source }) => !isNotPicture(source.contentType));
  if (hadPicture) return { guard: 'content', state: 'refused', text: systemTexts.pictureLost() };
  const hadText = attachments.some(({ source }) => isTextPart(source.contentType));
  const text = hadText ? systemTexts.textLost() : systemTexts.onlyWordsAndPictures();
  return { guard: 'content', state: 'refused', text };
}
