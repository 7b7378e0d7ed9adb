import { z } from 'zod';
import { hasReadable, type InboundMessage, type MediaSource, removedReaction } from '../channel.ts';

const text = z.string().catch('');
const file = z
  .object({
    id: text,
    mime_type: z.string().nullable().catch(null),
    sha256: text,
    caption: text,
    filename: text,
    voice: z.boolean().catch(false),
  })
  .nullable()
  .catch(null);
type File = NonNullable<z.infer<typeof file>>;
const reply = z.object({ title: text }).nullish().catch(null);

/** Meta docs: webhooks/reference/messages. */
const shapes = z.object({
  type: text,
  text: z.object({ body: z.string() }).nullable().catch(null),
  image: file,
  audio: file,
  video: file,
  document: file,
  location: z.object({ name: text, address: text }).nullable().catch(null),
  contacts: z
    .array(z.object({ name: z.object({ formatted_name: text }).catch({ formatted_name: '' }) }))
    .catch([]),
  button: z.object({ text: text }).catch({ text: '' }),
  interactive: z
    .object({
      button_reply: reply,
      list_reply: reply,
      nfm_reply: z.object({ body: text }).nullish().catch(null),
    })
    .catch({}),
  order: z.object({ text: text }).nullable().catch(null),
  reaction: z.object({ emoji: text, message_id: text }).nullable().catch(null),
  context: z.object({ id: text }).nullable().catch(null),
});

type Content = Pick<InboundMessage, 'body' | 'content' | 'media' | 'quotedGatewayId'>;
type Shapes = z.infer<typeof shapes>;

export function readContent(message: object): Content {
  const known = shapes.parse(message);
  const quotedGatewayId = known.context?.id || null;
  if (known.type === 'reaction') {
    const { emoji, message_id } = known.reaction ?? { emoji: '', message_id: '' };
    const body = emoji || removedReaction;
    return { body, content: 'reaction', media: [], quotedGatewayId: message_id || null };
  }
  if (known.type === 'request_welcome') {
    return { body: '[Opened the chat]', content: 'greeting', media: [], quotedGatewayId };
  }
  const media = listMedia(known);
  const body = readText(known);
  if (hasReadable(media) || body)
    return { body: body ?? '', content: 'words', media, quotedGatewayId };
  const isEmptyText = known.type === 'text' && body === '';
  return isEmptyText
    ? { body, content: 'words', media: [], quotedGatewayId }
    : { body: describeContent(known), content: 'unreadable', media: [], quotedGatewayId };
}

/** People also send pictures as documents, which WhatsApp does not compress. */
function listMedia({ type, image, video, document }: Shapes): MediaSource[] {
  if (type === 'image') return toMedia(image, null);
  if (type === 'video') return toMedia(video, 'video/mp4');
  return type === 'document' ? toMedia(document, 'application/pdf') : [];
}

/** @param usual its type, where Meta names none. */
function toMedia(file: File | null, usual: string | null): MediaSource[] {
  if (!file?.id) return [];
  const { id, mime_type, sha256 } = file;
  const contentType = mime_type ?? usual;
  return [{ url: null, id, contentType, ...(sha256 && { details: { sha256 } }) }];
}

/** What the person wrote, also under a file or with an order; null if that can't be. */
function readText({ type, text, button, interactive, order, ...files }: Shapes): string | null {
  if (type === 'text') return text?.body ?? null;
  if (type === 'button') return button.text;
  if (type === 'order') return order?.text ?? null;
  if (type === 'image' || type === 'video' || type === 'document') {
    return files[type]?.caption ?? null;
  }
  if (type !== 'interactive') return null;
  const { button_reply, list_reply, nfm_reply } = interactive;
  return (button_reply?.title || list_reply?.title || nfm_reply?.body) ?? null;
}

function describeContent(known: Shapes): string {
  const { type, audio, document, location, contacts } = known;
  if (type === 'audio') return audio?.voice ? '[Voice message]' : '[Audio]';
  if (type === 'video') return '[Video]';
  if (type === 'document') return toLabel('Document', document?.filename);
  if (type === 'sticker') return '[Sticker]';
  if (type === 'location') {
    return toLabel('Place', [location?.name, location?.address].filter(Boolean).join(', '));
  }
  if (type === 'contacts') {
    return toLabel('Contact', contacts.map(({ name }) => name.formatted_name).join(', '));
  }
  if (type === 'image') return '[Picture]';
  return type === 'order' ? '[Order]' : "[A message that can't be shown here]";
}

function toLabel(what: string, name = ''): string {
  return `[${what}${name && `: ${name}`}]`;
}
