import { z } from 'zod';
import type { DeliveryState } from '#shared/channels.ts';
import {
  BadWebhook,
  type ChannelEvent,
  type IgnoredItem,
  type UnreadableItem,
  type WebhookRequest,
} from '../channel.ts';
import { toSendFailure } from './failures.ts';
import { contact, parseMessage } from './inbound.ts';

/** Meta docs: webhooks/overview. */
const envelope = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(z.unknown()),
});
const entryOfChanges = z.object({ changes: z.array(z.unknown()) });
const change = z.object({ field: z.string(), value: z.unknown().optional() });
const name = z.string().min(1).nullish().catch(null);
const changeOfMessages = z.object({
  metadata: z.object({ phone_number_id: z.string().min(1) }),
  contacts: z.array(contact).nullish().catch(null),
  messages: z.unknown().optional(),
  statuses: z.unknown().optional(),
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
      }),
    )
    .catch([]),
});

/** Voice messages report `played` instead of `read`. */
const states: Record<string, DeliveryState | undefined> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
};

type Item = ChannelEvent | IgnoredItem | UnreadableItem;

/** Meta repeats a refused batch as a whole for seven days, so one unreadable item must not stop the others. */
export function parseWebhook({ rawBody }: WebhookRequest): Item[] {
  const { entry } = parseOrThrow(envelope, parseJson(rawBody), '');
  const items = readEach(entry, 'entry', (raw, path) =>
    readEach(parseOrThrow(entryOfChanges, raw, path).changes, `${path}.changes`, parseChange),
  );
  return sortByTime(items);
}

/** Meta promises no order. What has no time keeps its place. */
function sortByTime(items: Item[]): Item[] {
  const timeOf = (item: Item) => ('sentAt' in item ? item.sentAt?.getTime() : undefined);
  const inOrder = items
    .filter((item) => timeOf(item) !== undefined)
    .sort((a, b) => (timeOf(a) ?? 0) - (timeOf(b) ?? 0));
  return items.map((item) => (timeOf(item) === undefined ? item : (inOrder.shift() as Item)));
}

function readEach(
  list: unknown,
  path: string,
  read: (raw: unknown, path: string) => Item[],
): Item[] {
  if (list === null || list === undefined) return [];
  if (!Array.isArray(list)) return [{ kind: 'unreadable', reason: `${path} is not a list` }];
  return list.flatMap((raw, index) => {
    try {
      return read(raw, `${path}.${index}`);
    } catch (error) {
      if (!(error instanceof BadWebhook)) throw error;
      return [{ kind: 'unreadable', reason: error.message }];
    }
  });
}

function parseChange(raw: unknown, path: string): Item[] {
  const { field, value } = parseOrThrow(change, raw, path);
  if (field !== 'messages') return [];
  const at = `${path}.value`;
  const { metadata, contacts, messages, statuses } = parseOrThrow(changeOfMessages, value, at);
  const batch = { phoneNumberId: metadata.phone_number_id, contacts: contacts ?? [] };
  return [
    ...readEach(messages, `${at}.messages`, (each, where) => parseMessage(each, batch, where)),
    ...readEach(statuses, `${at}.statuses`, parseStatus),
  ];
}

function parseStatus(raw: unknown, path: string): ChannelEvent[] {
  const report = parseOrThrow(status, raw, path);
  const state = states[report.status];
  if (!state) return [];
  const { recipient_id: phone, recipient_user_id: userId } = report;
  const handles = [phone ? `+${phone}` : [], userId ?? []].flat();
  const [error] = report.errors;
  const failure = error
    ? toSendFailure(error.code)
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

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString());
  } catch {
    throw new BadWebhook('The body is not JSON');
  }
}

function parseOrThrow<Shape extends z.ZodType>(
  shape: Shape,
  value: unknown,
  path: string,
): z.infer<Shape> {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = [path, ...(issue?.path ?? [])].filter((part) => part !== '').join('.');
  throw new BadWebhook(`${field || 'The body'} is missing or not what Meta documents`);
}
