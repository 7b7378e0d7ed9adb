import { channelFor } from '#server/channels/index.ts';
import type { WhatsAppApp } from '#server/channels/whatsapp/graph.ts';
import { signMeta } from '#server/channels/whatsapp/signature.ts';
import type { TestApp } from './runtime.ts';

/** Meta's webhooks, as it would send them. */
export function createMeta(test: TestApp) {
  const app = channelFor(test.runtime.config, 'WHATSAPP')?.settings as WhatsAppApp;
  let lastId = 0;

  const timestamp = (msAgo = 0) =>
    String(Math.floor((test.runtime.clock.now().getTime() - msAgo) / 1000));

  async function post(body: object): Promise<number> {
    const raw = JSON.stringify(body);
    const reply = await test.app.inject({
      method: 'POST',
      url: '/api/webhooks/whatsapp',
      payload: raw,
      headers: { 'x-hub-signature-256': signMeta(raw, app.appSecret) },
    });
    return reply.statusCode;
  }

  const notify = (value: object, phoneNumberId = app.phoneNumberId) =>
    post({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '102290129340398',
          changes: [
            {
              field: 'messages',
              value: { metadata: { phone_number_id: phoneNumberId }, ...value },
            },
          ],
        },
      ],
    });

  return {
    post,
    notify,
    timestamp,
    anId: () => `wamid.${Date.now()}.${++lastId}`,
    /** With the time of now, unless `message` has its own. */
    send: (from: string, ...messages: object[]) =>
      notify({
        messages: messages.map((message) => ({
          id: `wamid.${Date.now()}.${++lastId}`,
          from: from.slice(1),
          timestamp: timestamp(),
          ...message,
        })),
      }),
  };
}

export const aMetaText = (body: string) => ({ type: 'text', text: { body } });
