import { createHmac } from 'node:crypto';
import type { SandboxContext } from '../context.ts';
import { accountId, type MetaApp } from './app.ts';

/** In natural delays. Meta retries for seven days. */
const retriesAfter = [10, 20, 40, 80];

type Notice = {
  url: string;
  title: string;
  kind: 'webhook' | 'status';
  person: string;
  number: string;
  senderId: string;
  /** Of the `messages` or `statuses` field. */
  value: object;
};

/** Retries in the background until a 200. Returns the first status. */
export async function notify(
  context: SandboxContext,
  app: MetaApp,
  notice: Notice,
): Promise<number | null> {
  const status = await post(context, notice, app.appSecret);
  if (status !== 200) {
    context.scheduler.run(async () => {
      for (const delays of retriesAfter) {
        await context.scheduler.wait(delays);
        if ((await post(context, notice, app.appSecret)) === 200) return;
      }
    });
  }
  return status;
}

export function notifyForged(context: SandboxContext, notice: Notice): Promise<number | null> {
  return post(context, notice, 'a guess');
}

async function post(
  context: SandboxContext,
  { url, title, kind, person, number, senderId, value }: Notice,
  secret: string,
): Promise<number | null> {
  const body = toEscapedJson({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: accountId,
        changes: [
          {
            value: {
              messaging_product: 'whatsapp',
              metadata: {
                display_phone_number: number.replace(/\D/g, ''),
                phone_number_id: senderId,
              },
              ...value,
            },
            field: 'messages',
          },
        ],
      },
    ],
  });
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'user-agent': 'facebookexternalua',
    accept: '*/*',
  };
  const request = { headers, body };
  const exchange = context.wire.open({ kind, title, method: 'POST', url, person, number, request });
  try {
    const { signal } = context.scheduler;
    const response = await context.fetch(url, { method: 'POST', headers, body, signal });
    const answer = { status: response.status, body: await response.text() };
    exchange.finish({ ...answer, headers: Object.fromEntries(response.headers) });
    return response.status;
  } catch {
    exchange.note('Could not connect.');
    exchange.finish(null);
    return null;
  }
}

/** Meta escapes slashes and non-ASCII, and signs these bytes. */
function toEscapedJson(body: object): string {
  return JSON.stringify(body)
    .replaceAll('/', '\\/')
    .replace(
      /[^\0-\x7f]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}
