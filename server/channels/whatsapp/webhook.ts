import { z } from 'zod';
import type { DeliveryState } from '#shared/channels.ts';
import { BadWebhook, type ChannelEvent, type WebhookRequest } from '../channel.ts';
import { whatsappFailure } from './failures.ts';
import { contentOf } from './message-content.ts';

/** Meta's envelope (Meta docs: webhooks/overview); what lies in a change depends on its field. */
const envelope = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })) }),
  ),
});
const name = z.string().min(1).nullish().catch(null);
/** Who wrote, by both names where Meta knows both; a message itself may bear only one. */
const contact = z.object({ wa_id: name, user_id: name });
const changeOfMessages = z.object({
  metadata: z.object({ phone_number_id: z.string().min(1) }),
  contacts: z.array(contact).nullish().catch(null),
  messages: z.array(z.looseObject({ type: z.string() })).nullish(),
  statuses: z.array(z.unknown()).nullish(),
});
const message = z.object({
  id: z.string().min(1),
  /** Digits without +; missing for people who show only a user name. */
  from: z.string().regex(/^\d+$/).nullish(),
  from_user_id: z.string().min(1).nullish(),
});
const status = z.object({
  id: z.string().min(1),
  status: z.string(),
  biz_opaque_callback_data: z.string().nullish(),
  recipient_id: name,
  recipient_user_id: name,
  errors: z
    .array(
      z.object({
        code: z.number(),
        title: z.string().catch(''),
        error_data: z.object({ details: z.string().catch('') }).catch({ details: '' }),
      }),
    )
    .catch([]),
});

/** Meta's status → ours. `played` is what becomes of a voice message that was read. */
const states: Record<string, DeliveryState | undefined> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
};

/** One request carries up to a thousand updates, of several numbers and of other subscriptions, too. */
export function parseWebhook({ rawBody }: WebhookRequest): ChannelEvent[] {
  const { entry } = checked(envelope, parsedJson(rawBody), '');
  return entry.flatMap(({ changes }, e) =>
    changes.flatMap(({ field, value }, c) =>
      field === 'messages' ? parseMessages(value, `entry.${e}.changes.${c}.value.`) : [],
    ),
  );
}

function parseMessages(value: unknown, path: string): ChannelEvent[] {
  const { metadata, contacts, messages, statuses } = checked(changeOfMessages, value, path);
  const batch = { phoneNumberId: metadata.phone_number_id, contacts: contacts ?? [] };
  const written = (messages ?? [])
    .map((raw, index) => ({ raw, at: `${path}messages.${index}.` }))
    // What WhatsApp says of a person, such as a new number, is nothing that the person wrote.
    .filter(({ raw }) => raw.type !== 'system')
    .map(({ raw, at }) => parseMessage(raw, batch, at));
  const reported = (statuses ?? []).flatMap((raw, index) =>
    parseStatus(raw, `${path}statuses.${index}.`),
  );
  return [...written, ...reported];
}

type Batch = { phoneNumberId: string; contacts: z.infer<typeof contact>[] };

function parseMessage(raw: object, { phoneNumberId, contacts }: Batch, path: string): ChannelEvent {
  const { id, from, from_user_id } = checked(message, raw, path);
  const known = from ? contacts.find(({ wa_id }) => wa_id === from) : null;
  const userId = from_user_id ?? known?.user_id;
  const sender = from ? `+${from}` : userId;
  if (!sender) throw new BadWebhook(`${path}from is missing`);
  return {
    kind: 'message',
    gatewayAccount: phoneNumberId,
    gatewayMessageId: id,
    from: sender,
    ...(userId && { alias: userId }),
    to: phoneNumberId,
    ...contentOf(raw),
    segments: null,
    keywordAnswered: null,
  };
}

function parseStatus(raw: unknown, path: string): ChannelEvent[] {
  const report = checked(status, raw, path);
  const state = states[report.status];
  if (!state) return [];
  const { recipient_id: phone, recipient_user_id: userId } = report;
  const handles = [phone ? `+${phone}` : [], userId ?? []].flat();
  const [error] = report.errors;
  const failure = error
    ? whatsappFailure(error.code, error.error_data.details || error.title)
    : { kind: 'rejected' as const, detail: 'WhatsApp gave no reason' };
  return [
    {
      kind: 'status',
      gatewayMessageId: report.id,
      deliveryId: report.biz_opaque_callback_data ?? null,
      ...(handles.length > 0 && { recipient: { channel: 'WHATSAPP', handles } }),
      state,
      failure: state === 'failed' ? failure : null,
    },
  ];
}

function parsedJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString());
  } catch {
    throw new BadWebhook('The body is not JSON');
  }
}

function checked<Shape extends z.ZodType>(
  shape: Shape,
  value: unknown,
  path: string,
): z.infer<Shape> {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BadWebhook(`${path}${issue?.path.join('.')} is missing or not what Meta documents`);
}
