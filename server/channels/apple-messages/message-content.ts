import { z } from 'zod';
import { parseBusinessId } from '#shared/business-id.ts';
import { hasReadable, type InboundMessage, type MediaSource } from '../channel.ts';
import { parseAttachment } from './attachments.ts';
import { readChoice } from './interactive.ts';

/** Apple's placeholder for an attachment. */
const attachmentMark = /\uFFFC/g;

/** A phone sends fewer at once. */
const maxAttachments = 20;

const shape = z.object({
  type: z.string(),
  destinationId: z.string(),
  body: z.string().catch(''),
  attachments: z.array(z.unknown()).catch([]),
  richLinkData: z
    .object({ url: z.string().catch(''), title: z.string().catch('') })
    .nullish()
    .catch(null),
  interactiveData: z.unknown().optional(),
  interactiveDataRef: z.unknown().optional(),
});

type Content = Pick<InboundMessage, 'body' | 'content' | 'media'>;

export function readContent(message: object): Content | null {
  const known = shape.parse(message);
  if (known.type.startsWith('typing')) return null;
  const text = readText(known);
  const attachments = known.attachments
    .slice(0, maxAttachments)
    .map((raw) => parseAttachment(raw, parseBusinessId(known.destinationId)));
  const media = attachments.flatMap(({ source }) => source ?? []);
  if (hasReadable(media) || text !== '') return { body: text, content: 'words', media };
  const [file] = attachments;
  if (file) return toUnreadable(file.name, media);
  if (known.type === 'interactive') return toUnreadable("A choice that can't be shown here", media);
  if (known.type === 'text') return { body: '', content: 'words', media };
  return toUnreadable("A message that can't be shown here", media);
}

function readText({ body, richLinkData: link, ...known }: z.infer<typeof shape>): string {
  const typed = body.includes('\uFFFC') ? body.replace(attachmentMark, '').trim() : body;
  const shared = [link?.title, link?.url].filter(Boolean).join(' ');
  return typed || shared || readChoice(known.interactiveData ?? known.interactiveDataRef);
}

function toUnreadable(what: string, media: MediaSource[]): Content {
  return { body: `[${what}]`, content: 'unreadable', media };
}
