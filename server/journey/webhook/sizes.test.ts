import { afterAll, beforeAll, expect, it } from 'vitest';
import { channelFor } from '#server/channels/index.ts';
import type { WhatsAppApp } from '#server/channels/whatsapp/graph.ts';
import { signMeta } from '#server/channels/whatsapp/signature.ts';
import { anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** Padded with updates that Sagewire ignores. */
async function postBatch(bytes: number): Promise<number> {
  const app = channelFor(test.runtime.config, 'WHATSAPP')?.settings as WhatsAppApp;
  const raw = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'account_update', value: 'x'.repeat(bytes) }] }],
  });
  const headers = { 'x-hub-signature-256': signMeta(raw, app.appSecret) };
  const url = '/api/webhooks/whatsapp';
  return (await test.app.inject({ method: 'POST', url, payload: raw, headers })).statusCode;
}

it('accepts batches as large as Meta sends, and none larger', async () => {
  expect(await postBatch(2 * 1024 * 1024)).toBe(200);
  expect(await postBatch(3 * 1024 * 1024)).toBe(413);
});

it('accepts no more from other gateways than they send', async () => {
  const expert = await anExpert(test);
  const { webhookFor } = createTexter(test, expert);
  const [small, large] = ['x'.repeat(100_000), 'x'.repeat(300_000)];
  expect((await webhookFor('+12025550143', small).send()).status).toBe(200);
  expect((await webhookFor('+12025550144', large).send()).status).toBe(413);
});
