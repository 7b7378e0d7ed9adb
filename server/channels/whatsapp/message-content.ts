import { z } from 'zod';
import type { InboundMessage } from '../channel.ts';

const text = z.string().catch('');
const picture = z.object({
  id: z.string().min(1),
  mime_type: z.string().nullable().catch(null),
  sha256: text,
  caption: text,
});
const file = z.object({ caption: text, filename: text, voice: z.boolean().catch(false) });
const reply = z.object({ title: text });

/** Meta docs: webhooks/reference/messages. */
const shapes = z.object({
  type: text,
  text: z.object({ body: text }).catch({ body: '' }),
  image: picture.nullable().catch(null),
  audio: file.nullable().catch(null),
  video: file.nullable().catch(null),
  document: file.extend({ id: text, mime_type: text, sha256: text }).nullable().catch(null),
  location: z.object({ name: text, address: text }).nullable().catch(null),
  contacts: z
    .array(z.object({ name: z.object({ formatted_name: text }).catch({ formatted_name: '' }) }))
    .catch([]),
  button: z.object({ text: text }).catch({ text: '' }),
  interactive: z
    .object({
      button_reply: reply.optional(),
      list_reply: reply.optional(),
      nfm_reply: z.object({ body: text }).optional(),
    })
    .catch({}),
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
    const body = emoji || '[Reaction removed]';
    return { body, content: 'reaction', media: [], quotedGatewayId: message_id || null };
  }
  const shown = findPicture(known);
  if (shown) {
    const { id, mime_type: contentType, sha256, caption } = shown;
    const media = [{ url: null, id, contentType, ...(sha256 && { details: { sha256 } }) }];
    return { body: caption, content: 'words', media, quotedGatewayId };
  }
  const body = readText(known);
  return body === null
    ? { body: describeContent(known), content: 'unreadable', media: [], quotedGatewayId }
    : { body, content: 'words', media: [], quotedGatewayId };
}

/** People also send pictures as documents, which WhatsApp does not compress. */
function findPicture({ type, image, document }: Shapes): z.infer<typeof picture> | null {
  if (type === 'image') return image;
  const isPicture = type === 'document' && document?.id && /^image\//i.test(document.mime_type);
  return isPicture ? document : null;
}

function readText({ type, text, button, interactive }: Shapes): string | null {
  if (type === 'text') return text.body;
  if (type === 'button') return button.text;
  if (type !== 'interactive') return null;
  const { button_reply, list_reply, nfm_reply } = interactive;
  return button_reply?.title ?? list_reply?.title ?? nfm_reply?.body ?? null;
}

function describeContent(known: Shapes): string {
  const { type, audio, video, document, location, contacts } = known;
  if (type === 'audio') return audio?.voice ? '[Voice message]' : '[Audio]';
  if (type === 'video') return toLabel('Video', '', video?.caption);
  if (type === 'document') return toLabel('Document', document?.filename, document?.caption);
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

function toLabel(what: string, name = '', caption = ''): string {
  return `[${what}${name && `: ${name}`}]${caption && ` ${caption}`}`;
}
