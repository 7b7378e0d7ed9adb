import {
  BadWebhook,
  type ChannelEvent,
  type IgnoredItem,
  type UnreadableItem,
  type WebhookRequest,
} from '#server/channels/channel.ts';
import type { ConfiguredChannel } from '#server/channels/index.ts';
import { badRequest } from '#server/errors.ts';
import { webhooksReceived } from '#server/outside/metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ChannelKey } from '#shared/channels.ts';
import { makeStorable, mapTexts } from '#shared/texts.ts';

export type Item = ChannelEvent | IgnoredItem | UnreadableItem;

/** A batch may have a thousand items. */
const maxReasons = 5;

export function countOutcome(channel: ChannelKey, outcome: string): void {
  webhooksReceived.inc({ channel, outcome });
}

/** @throws {AppError} 400 for a body that is none of the gateway's. */
export function readItems(
  { log, journal }: Runtime,
  { channel, settings }: ConfiguredChannel,
  webhook: WebhookRequest,
  requestId: string,
): Item[] {
  try {
    // A retry would not help, so what can't be read is acknowledged.
    const items = channel.parse(webhook, settings).map(toStorable);
    const reasons = items.flatMap((item) => (item.kind === 'unreadable' ? item.reason : []));
    for (const _ of reasons) countOutcome(channel.key, 'unreadable');
    if (reasons.length > 0) {
      const facts = { channel: channel.key, items: items.length, unreadable: reasons.length };
      log.warn(
        { ...facts, reasons: reasons.slice(0, maxReasons) },
        "part of a webhook can't be read",
      );
    }
    return items;
  } catch (error) {
    if (!(error instanceof BadWebhook)) throw error;
    const facts = { channel: channel.key, reqId: requestId };
    journal.refused({ ...facts, outcome: 'malformed', reason: error.message });
    throw badRequest(error.message);
  }
}

const nameFields = ['from', 'to', 'alias', 'gatewayAccount', 'gatewayMessageId', 'changeId'];
/** Gateways write nothing else; an index holds no longer names. */
const namePattern = /^[ -~]{1,1000}$/;

/** PostgreSQL refuses NUL and half surrogate pairs: texts lose them, an id or address with one is unreadable. */
function toStorable(item: Item): Item {
  if (item.kind === 'unreadable' || item.kind === 'ignored') return item;
  const broken = nameFields.find((field) => {
    const name: unknown = Reflect.get(item, field);
    return typeof name === 'string' && !namePattern.test(name);
  });
  if (broken) return { kind: 'unreadable', reason: `${broken} is empty, too long or not plain` };
  return mapTexts(item, makeStorable);
}
