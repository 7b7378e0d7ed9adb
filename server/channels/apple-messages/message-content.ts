import { z } from 'zod';
import { parseBusinessId } from '#shared/business-id.ts';
import { type InboundMessage, isNotPicture, type MediaSource } from '../channel.ts';
import { parseAttachment } from './attachments.ts';
import { readChoice } from './interactive.ts';

/** Apple's placeholder for an attachment. */
const attachmentMark = /\uFFFC/g;

/** A phone sends fewer at once. */
const mostAttachments = 20;

const shape = z.object({
  type: z.string(),
  destinationId: z.string(),
  body: z.string().catch(''),
  attachments: z.array(z.unknown()).catch([]),
  interactiveData: z.unknown().optional(),
  interactiveDataRef: z.unknown().optional(),
});

type Content = Pick<InboundMessage, 'body' | 'content' | 'media'>;

export function readContent(message: object): Content | null {
  const known = shape.parse(message);
  if (known.type.startsWith('typing')) return null;
  const text = readText(known);
  const attachments = known.attachments
    .slice(0, mostAttachments)
    .map((raw) => parseAttachment(raw, parseBusinessId(known.destinationId)));
  const media = attachments.flatMap(({ source }) => source ?? []);
  const hasPicture = media.some(({ contentType }) => !isNotPicture(contentType));
  if (hasPicture || text !== '') return { body: text, content: 'words', media };
  const [file] = attachments;
  if (file) return toUnreadable(file.name, media);
  if (known.type === 'interactive') return toUnreadable("A choice that can't be shown here", media);
  // An empty text is a message; any other empty type is an event.
  return known.type === 'text' ? { body: '', content: 'words', media } : null;
}

function readText({ body, interactiveData, interactiveDataRef }: z.infer<typeof shape>): string {
  const typed = body.includes('\uFFFC') ? body.replace(attachmentMark, '').trim() : body;
  return typed || readChoice(interactiveData ?? interactiveDataRef);
}

function toUnreadable(what: string, media: MediaSource[]): Content {
  return { body: `[${what}]`, content: 'unreadable', media };
}
