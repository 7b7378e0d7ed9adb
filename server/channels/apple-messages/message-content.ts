import { z } from 'zod';
import { parseBusinessId } from '#shared/business-id.ts';
import { type InboundMessage, isOtherThanPicture, type MediaSource } from '../channel.ts';
import { parseAttachment } from './attachments.ts';
import { chosenWords } from './interactive.ts';

/** Stands in a text where an attachment is; of no use without it. */
const attachmentMark = /\uFFFC/g;

const shape = z.object({
  type: z.string(),
  destinationId: z.string(),
  body: z.string().catch(''),
  attachments: z.array(z.unknown()).catch([]),
  interactiveData: z.unknown().optional(),
  interactiveDataRef: z.unknown().optional(),
});

type Content = Pick<InboundMessage, 'body' | 'content' | 'media'>;

/**
 * What a person reads of a message; null for what only tells of the conversation, such as typing. A kind
 * that nobody knew today is kept as `unreadable` where something came with it.
 */
export function contentOf(message: object): Content | null {
  const known = shape.parse(message);
  if (known.type.startsWith('typing')) return null;
  const words = wordsOf(known);
  const attachments = known.attachments.map((raw) =>
    parseAttachment(raw, parseBusinessId(known.destinationId)),
  );
  const media = attachments.flatMap(({ source }) => source ?? []);
  const hasPicture = media.some(({ contentType }) => !isOtherThanPicture(contentType));
  if (hasPicture || words !== '') return { body: words, content: 'words', media };
  const [file] = attachments;
  if (file) return unreadable(file.name, media);
  if (known.type === 'interactive') return unreadable('A choice that can’t be shown here', media);
  // An empty text is kept as one. Of other kinds nothing is left: an event, not a message.
  return known.type === 'text' ? { body: '', content: 'words', media } : null;
}

function wordsOf({ body, interactiveData, interactiveDataRef }: z.infer<typeof shape>): string {
  const typed = body.includes('\uFFFC') ? body.replace(attachmentMark, '').trim() : body;
  return typed || chosenWords(interactiveData ?? interactiveDataRef);
}

function unreadable(what: string, media: MediaSource[]): Content {
  return { body: `[${what}]`, content: 'unreadable', media };
}
