import { z } from 'zod';
import type { InboundMessage } from '../channel.ts';

const words = z.string().catch('');
const picture = z.object({
  id: z.string().min(1),
  mime_type: z.string().nullable().catch(null),
  sha256: words,
  caption: words,
});
const file = z.object({ caption: words, filename: words, voice: z.boolean().catch(false) });
const reply = z.object({ title: words });

/** What a message carries, by its type (Meta docs: webhooks/reference/messages). */
const shapes = z.object({
  type: words,
  text: z.object({ body: words }).catch({ body: '' }),
  image: picture.nullable().catch(null),
  audio: file.nullable().catch(null),
  video: file.nullable().catch(null),
  document: file.extend({ id: words, mime_type: words, sha256: words }).nullable().catch(null),
  location: z.object({ name: words, address: words }).nullable().catch(null),
  contacts: z
    .array(z.object({ name: z.object({ formatted_name: words }).catch({ formatted_name: '' }) }))
    .catch([]),
  button: z.object({ text: words }).catch({ text: '' }),
  interactive: z
    .object({
      button_reply: reply.optional(),
      list_reply: reply.optional(),
      nfm_reply: z.object({ body: words }).optional(),
    })
    .catch({}),
  reaction: z.object({ emoji: words, message_id: words }).nullable().catch(null),
  context: z.object({ id: words }).nullable().catch(null),
});

type Content = Pick<InboundMessage, 'body' | 'content' | 'media' | 'quotedGatewayId'>;
type Shapes = z.infer<typeof shapes>;

/** What a person reads of a message, whatever its type; a type that nobody knew today is `unreadable`. */
export function contentOf(message: object): Content {
  const known = shapes.parse(message);
  const quotedGatewayId = known.context?.id || null;
  if (known.type === 'reaction') {
    const { emoji, message_id } = known.reaction ?? { emoji: '', message_id: '' };
    const body = emoji || '[Reaction removed]';
    return { body, content: 'reaction', media: [], quotedGatewayId: message_id || null };
  }
  const shown = pictureOf(known);
  if (shown) {
    const { id, mime_type: contentType, sha256, caption } = shown;
    const media = [{ url: null, id, contentType, ...(sha256 && { details: { sha256 } }) }];
    return { body: caption, content: 'words', media, quotedGatewayId };
  }
  const said = wordsOf(known);
  return said === null
    ? { body: nameOf(known), content: 'unreadable', media: [], quotedGatewayId }
    : { body: said, content: 'words', media: [], quotedGatewayId };
}

/** People send pictures as documents, too, so that WhatsApp leaves them as they are. */
function pictureOf({ type, image, document }: Shapes): z.infer<typeof picture> | null {
  if (type === 'image') return image;
  const isPicture = type === 'document' && document?.id && /^image\//i.test(document.mime_type);
  return isPicture ? document : null;
}

/** Null where the message has no words of its own. */
function wordsOf({ type, text, button, interactive }: Shapes): string | null {
  if (type === 'text') return text.body;
  if (type === 'button') return button.text;
  if (type !== 'interactive') return null;
  const { button_reply, list_reply, nfm_reply } = interactive;
  return button_reply?.title ?? list_reply?.title ?? nfm_reply?.body ?? null;
}

/** What stands in the thread in place of what we can't read. */
function nameOf(known: Shapes): string {
  const { type, audio, video, document, location, contacts } = known;
  if (type === 'audio') return audio?.voice ? '[Voice message]' : '[Audio]';
  if (type === 'video') return named('Video', '', video?.caption);
  if (type === 'document') return named('Document', document?.filename, document?.caption);
  if (type === 'sticker') return '[Sticker]';
  if (type === 'location') {
    return named('Place', [location?.name, location?.address].filter(Boolean).join(', '));
  }
  if (type === 'contacts') {
    return named('Contact', contacts.map(({ name }) => name.formatted_name).join(', '));
  }
  if (type === 'image') return '[Picture]';
  return type === 'order' ? '[Order]' : '[A message that can’t be shown here]';
}

function named(what: string, name = '', caption = ''): string {
  return `[${what}${name && `: ${name}`}]${caption && ` ${caption}`}`;
}
