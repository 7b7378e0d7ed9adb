import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  BadWebhook,
  type ChannelEvent,
  type IgnoredItem,
  type InboundMessage,
} from '../channel.ts';
import { readContent } from './message-content.ts';

const name = z.string().min(1).nullish().catch(null);
/** The contact has every name; the message may have only one. */
export const contact = z.object({ wa_id: name, user_id: name });
export type Batch = { phoneNumberId: string; contacts: z.infer<typeof contact>[] };

/** The last that a JavaScript date can hold. */
const lastSecond = 8.64e12;

const original = z.object({ original_message_id: z.string().min(1) });
/** What is missing or unknown is still something that a person sent (Meta docs: webhooks/reference/messages). */
const message = z.looseObject({
  type: z.string().catch('unknown'),
  id: z.unknown().optional(),
  /** Digits without `+`; missing if the person shows only a user name. */
  from: z
    .union([z.string(), z.number()])
    .transform((digits) => String(digits).replace(/^\+/, ''))
    .pipe(z.string().regex(/^\d+$/))
    .nullish()
    .catch(null),
  from_user_id: name,
  group_id: name,
  timestamp: z.coerce.number().int().positive().max(lastSecond).nullish().catch(null),
  edit: original
    .extend({ message: z.looseObject({}) })
    .nullish()
    .catch(null),
  revoke: original.nullish().catch(null),
  /** `new_wa_id` in older versions. */
  system: z.object({ type: name, wa_id: name, new_wa_id: name }).nullish().catch(null),
});
type Message = z.infer<typeof message>;

export function parseMessage(
  raw: unknown,
  batch: Batch,
  path: string,
): (ChannelEvent | IgnoredItem)[] {
  const parsed = message.safeParse(raw);
  if (!parsed.success) throw new BadWebhook(`${path} is not a message`);
  const written = parsed.data;
  // Another member of the group may have added us, and an answer in private would surprise the writer.
  if (written.group_id) return [{ kind: 'ignored', outcome: 'group' }];
  const about = readSender(written, batch, path);
  const gatewayMessageId = readId(raw, written.id);
  switch (written.type) {
    case 'revoke':
      if (!written.revoke) throw new BadWebhook(`${path}.revoke is not what Meta documents`);
      return [{ kind: 'revoked', ...about, gatewayMessageId: written.revoke.original_message_id }];
    case 'system':
      return [{ kind: 'notice', ...about, gatewayMessageId, body: describeChange(written.system) }];
    case 'edit':
      return [readEdit(written, about, gatewayMessageId)];
    default:
      return [{ kind: 'message', ...about, gatewayMessageId, ...toWords(written) }];
  }
}

type About = Pick<InboundMessage, 'from' | 'alias' | 'to' | 'gatewayAccount' | 'sentAt'>;

function readSender(written: Message, { phoneNumberId, contacts }: Batch, path: string): About {
  const { from, from_user_id, timestamp } = written;
  const known = contacts.find(({ wa_id, user_id }) =>
    from ? wa_id === from : from_user_id && user_id === from_user_id,
  );
  const [only, ...others] = contacts;
  const writer = known ?? (from || from_user_id || others.length > 0 ? null : only);
  const phone = from ?? (from_user_id ? null : writer?.wa_id);
  const userId = from_user_id ?? writer?.user_id;
  const sender = phone ? `+${phone}` : userId;
  if (!sender) throw new BadWebhook(`${path}.from is missing`);
  return {
    from: sender,
    ...(userId && { alias: userId }),
    to: phoneNumberId,
    gatewayAccount: phoneNumberId,
    ...(timestamp && { sentAt: new Date(timestamp * 1000) }),
  };
}

/** Without an id, the same message gets the same name each time that Meta repeats it. */
function readId(raw: unknown, id: unknown): string {
  if (typeof id === 'string' && /^[ -~]{1,1000}$/.test(id)) return id;
  return `unnamed.${createHash('sha256').update(JSON.stringify(raw)).digest('hex')}`;
}

function toWords(written: object) {
  return { ...readContent(written), segments: null, keywordAnswered: null };
}

/** With the words of the message as it is now. */
function readEdit({ edit }: Message, about: About, changeId: string): ChannelEvent {
  if (!edit) {
    return { kind: 'message', ...about, gatewayMessageId: changeId, ...toWords({ type: 'edit' }) };
  }
  const { original_message_id: gatewayMessageId, message: now } = edit;
  return { kind: 'edited', ...about, changeId, gatewayMessageId, ...toWords(now) };
}

/** Meta docs: system messages. */
function describeChange(system: Message['system']): string {
  const number = system?.wa_id ?? system?.new_wa_id;
  if (number) return `[New WhatsApp number: +${number}]`;
  if (system?.type?.endsWith('user_id')) return '[New WhatsApp user id]';
  if (system?.type?.includes('identity')) return '[New security code of WhatsApp]';
  return '[A notice from WhatsApp]';
}
