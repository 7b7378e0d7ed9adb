import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { channelFor } from '#server/channels/index.ts';
import type { TwilioAccount } from '#server/channels/sms/rest.ts';
import { signTwilio } from '#server/channels/sms/signature.ts';
import type { WhatsAppApp } from '#server/channels/whatsapp/graph.ts';
import { signMeta } from '#server/channels/whatsapp/signature.ts';
import { loadConfig } from '#server/config.ts';
import type { Expert } from '#shared/api/experts.ts';
import type { ChannelKey } from '#shared/channels.ts';
import { cleanUp, copyData, type Product, startProduct } from './product.ts';
import {
  ask,
  askPlainly,
  clientAddress,
  type Front,
  isInstalled,
  open,
  startCaddy,
  startNginx,
} from './proxies.ts';

const publicUrl = 'https://chat.example.com';
const megabyte = 1024 * 1024;

let product: Product;
beforeAll(async () => {
  const DATA_DIR = copyData(inject('prepared').dataDir);
  const settings = { DATA_DIR, PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info' };
  product = await startProduct(settings);
});
afterAll(cleanUp);

const config = () => loadConfig(product.settings);
const settingsOf = <Settings>(key: ChannelKey) => channelFor(config(), key)?.settings as Settings;

describe.each([
  { name: 'nginx', start: startNginx, refusal: '<center>nginx', isBuffering: true },
  { name: 'caddy', start: startCaddy, refusal: 'The request is too large.', isBuffering: false },
])('behind $name', ({ name, start, refusal, isBuffering }) => {
  if (!isInstalled(name)) {
    it.skip(`is not tried: install it with apt-get install ${name}`);
    return;
  }

  let proxy: Front;
  let token: string;
  beforeAll(async () => {
    proxy = await start(product.settings.PORT);
    const { email, password } = config().admin ?? {};
    const login = await send('POST', '/api/auth/login', { email, password });
    token = JSON.parse(login.body).token;
  });
  afterAll(() => proxy?.stop());

  const send = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
    ask(proxy, path, {
      method,
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });

  async function findAda(): Promise<Expert> {
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await ask(proxy, '/api/experts', { headers });
    return JSON.parse(body).experts.find(({ handle }: Expert) => handle === 'ada');
  }

  it('the dashboard loads, and plain http leads to https', async () => {
    const page = await ask(proxy, '/login');
    expect(page.status).toBe(200);
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.body)?.[1] as string;
    expect((await ask(proxy, script)).headers['content-type']).toContain('javascript');
    const plain = await askPlainly(proxy, 'chat.example.com');
    expect(plain.statusCode).toBeOneOf([301, 308]);
    expect(plain.headers.location).toMatch(/^https:\/\/chat\.example\.com(:\d+)?\/login$/);
  });

  it("a webhook's signature of PUBLIC_URL verifies, and a forged one does not", async () => {
    const { id } = await findAda();
    const path = `/api/webhooks/experts/${id}`;
    const { authToken, accountSid } = settingsOf<TwilioAccount>('SMS');
    const fields = {
      MessageSid: `SM${'0'.repeat(32)}`,
      AccountSid: accountSid,
      MessageStatus: 'sent',
    };
    const post = (signature: string) =>
      ask(proxy, path, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': signature,
        },
      });
    const right = signTwilio(publicUrl + path, Object.entries(fields), authToken);
    expect((await post(right)).status).toBeLessThan(300);
    const other = signTwilio(`http://127.0.0.1${path}`, Object.entries(fields), authToken);
    expect((await post(other)).status).toBe(403);
  });

  it("WhatsApp's batch of 3 MB passes, and Sagewire itself refuses a larger one", async () => {
    const post = (body: string, announcedBytes?: number) => {
      const { appSecret } = settingsOf<WhatsAppApp>('WHATSAPP');
      const headers = { 'x-hub-signature-256': signMeta(body, appSecret) };
      return ask(proxy, '/api/webhooks/whatsapp', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
        ...(announcedBytes && { announcedBytes }),
      });
    };
    const batch = { object: 'whatsapp_business_account', entry: [], padding: '' };
    batch.padding = ' '.repeat(3 * megabyte - JSON.stringify(batch).length);
    const body = JSON.stringify(batch);
    expect((await post(body)).status).toBe(200);
    const start = body.slice(0, megabyte / 16);
    // One that buffers waits for the whole body; through the other, the refusal comes in the middle of it.
    const tooLarge = await (isBuffering ? post(`${body} `) : post(start, 3 * megabyte + 1));
    expect([tooLarge.status, JSON.parse(tooLarge.body)]).toEqual([
      413,
      { message: 'The request is too large.' },
    ]);
    const huge = await post(start, 26 * megabyte);
    expect([huge.status, huge.body]).toEqual([413, expect.stringContaining(refusal)]);
  });

  it('events arrive while their stream is open', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const stream = await open(proxy, '/api/events', { headers });
    onTestFinished(() => void stream.destroy());
    const iterator = stream.setEncoding('utf8')[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toContain('retry:');
    await send('PUT', `/api/experts/${(await findAda()).id}`, { siteTagline: `By ${name}` });
    expect((await iterator.next()).value).toContain('"type":"expert"');
  });

  it("a client's address is its own, whatever it claims", async () => {
    const forged = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': 'ada.example.com' };
    const { body } = await ask(proxy, '/api/branding', { headers: forged });
    expect(JSON.parse(body).mode).toBe('default');
    await vi.waitFor(() => {
      const lines = product.log().split('\n');
      const requests = lines.filter((line) => line.includes('"route":"/api/branding"'));
      expect(requests.at(-1) ?? '').toContain(`"ip":"${clientAddress}"`);
    });
    const setup = await ask(proxy, '/api/setup', { headers: { authorization: `Bearer ${token}` } });
    const steps: { name: string; detail: string | null }[] = JSON.parse(setup.body).steps;
    expect(steps.find((step) => step.name === 'proxy')?.detail).toBeNull();
  });

  it('an expert has its own site on its own domain, and a stranger has none', async () => {
    const host = 'ada.example.com';
    const path = `/api/experts/${(await findAda()).id}`;
    const changed = await send('PUT', path, { customDomain: host, siteName: 'Sums by Ada' });
    expect(changed.status).toBe(200);
    expect((await ask(proxy, '/login', { host })).body).toContain('<title>Sums by Ada</title>');
    await expect(ask(proxy, '/login', { host: 'stranger.example.net' })).rejects.toThrow(
      /alert|unrecognized|internal error/i,
    );
    const asked = await ask(proxy, `/api/branding/host?domain=${host}`);
    expect(asked.status, 'asked from outside').toBe(404);
  });
});
