import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channelFor } from '#server/channels/index.ts';
import type { TwilioAccount } from '#server/channels/sms/rest.ts';
import { signTwilio } from '#server/channels/sms/signature.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

let test: TestApp;
let expert: ExpertRow;
const publicUrl = 'https://texts.example.com';

beforeAll(async () => {
  test = await startTestApp({ PUBLIC_URL: publicUrl });
  expert = await anExpert(test);
});
afterAll(() => test.close());

let lastId = 0;
/** Twilio calls and signs the address; a proxy forwards its path. */
async function callAt(address: string, host = 'texts.example.com'): Promise<number> {
  const twilio = channelFor(test.runtime.config, 'SMS')?.settings as TwilioAccount;
  const fields = {
    MessageSid: `SM${String(++lastId).padStart(32, '0')}`,
    AccountSid: twilio.accountSid,
    From: aPhone(),
    To: expert.phoneNumber as string,
    Body: 'STOP',
  };
  const { pathname, search } = new URL(address);
  const reply = await test.app.inject({
    method: 'POST',
    url: pathname + search,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      host,
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signTwilio(address, Object.entries(fields), twilio.authToken),
    },
  });
  return reply.statusCode;
}

describe('the webhook address of an expert', () => {
  const ofExpert = (base = publicUrl) => `${base}/api/webhooks/experts/${expert.id}`;

  it('is the one that the dashboard shows, and that verifies', async () => {
    const admin = await signIn(test, asAdmin);
    const { body } = await admin.call('GET', `/api/experts/${expert.id}`);
    expect(body.expert.webhookUrl).toBe(ofExpert());
    expect(await callAt(body.expert.webhookUrl)).toBe(200);
  });

  it.each([
    ['a last slash', () => `${ofExpert()}/`],
    ['the default port', () => ofExpert(`${publicUrl}:443`)],
    ['a query', () => `${ofExpert()}?from=twilio`],
    ['all of them', () => `${ofExpert(`${publicUrl}:443`)}/?from=twilio`],
  ])('verifies with %s', async (_, address) => {
    expect(await callAt(address())).toBe(200);
  });

  it('is not taken from the Host header', async () => {
    expect(await callAt(ofExpert('https://evil.example'), 'evil.example')).toBe(403);
  });

  it('says what to set where a gateway calls it by GET', async () => {
    const { pathname } = new URL(ofExpert());
    const url = `${pathname}?From=%2B12025550143&Body=Hello&MessageSid=SM1`;
    const reply = await test.app.inject({ method: 'GET', url });
    expect(reply.statusCode).toBe(405);
    expect(reply.headers.allow).toBe('POST');
    expect(reply.json().message).toContain('HTTP POST');
  });
});
