import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { answerErrors } from '#server/http/error-replies.ts';
import { serveSite } from '#server/http/site/static-site.ts';
import type { BrandingReply } from '#shared/api/branding.ts';
import { defaultBranding } from '#shared/branding.ts';
import { anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { getBranding } from './service.ts';
import { readBrandedFiles } from './site-files.ts';

const brand = {
  displayName: 'Ada',
  siteName: 'Ada’s Maths',
  siteTagline: 'Numbers, gently',
  imageUrl: '/api/images/ada.webp',
  primaryColor: '#7A1FA2',
  secondaryColor: '#FDE',
  accentColor: null,
  words: { who: 'MATHS BOT', forget: null },
};

const standIn = { sandbox: expect.anything() };

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ PUBLIC_URL: 'https://sagewire.example.com' });
  await anExpert(test, { ...brand, customDomain: 'ada.example.com' });
  await anExpert(test, { customDomain: 'paused.example.com', status: 'PAUSED' });
  await anExpert(test, { customDomain: 'sagewire.example.com' });
});
afterAll(() => test.close());

describe('GET /api/branding', () => {
  const ask = (host: string, headers: object = {}, app = test.app) =>
    app.inject({ url: '/api/branding', headers: { host, ...headers } });

  it('names where people write for help, on every domain', async () => {
    const helped = await startTestApp({ SUPPORT_EMAIL: 'help@example.com' });
    const { hostname } = new URL(helped.runtime.config.publicUrl);
    for (const host of [hostname, 'ada.example.com']) {
      const { supportEmail } = (await ask(host, {}, helped.app)).json();
      expect(supportEmail).toBe('help@example.com');
    }
    await helped.close();
    expect((await ask('ada.example.com')).json().supportEmail).toBeUndefined();
  });

  it("names the public logins only while all data is the sandbox's", async () => {
    const { config } = test.runtime;
    const askDemo = async (change: object, host = 'localhost:3000') => {
      test.runtime.config = { ...config, ...change };
      const { sandbox } = (await ask(host)).json();
      test.runtime.config = config;
      return sandbox?.demo;
    };
    const admin = { email: 'boss@example.com', password: 'Known-1', isSandboxDefault: true };
    const known = { ...config.sandbox, takesKnownPassword: true };
    expect(await askDemo({ admin, sandbox: known })).toEqual({
      password: 'Known-1',
      emails: ['boss@example.com', 'mia@example.com'],
    });
    expect(await askDemo({ admin: { ...admin, isSandboxDefault: false }, sandbox: known })).toBe(
      null,
    );
    expect(await askDemo({ admin, sandbox: { ...known, takesKnownPassword: false } })).toBe(null);
    expect(await askDemo({ admin, sandbox: { ...known, guard: { password: 'own' } } })).toBe(null);
    expect(await askDemo({ admin, sandbox: known }, 'ada.example.com')).toBe(null);
    expect(await askDemo({ admin, sandbox: { ...known, channels: [] } })).toBeUndefined();
  });

  // spec: 3.9 3.10
  it.each(['ada.example.com', 'ADA.example.com', 'ada.example.com:8443', 'ada.example.com.'])(
    "on an active expert's domain (%s) it is the expert's, for everyone",
    async (host) => {
      const reply = await ask(host);
      expect(reply.statusCode).toBe(200);
      expect(reply.json()).toEqual({ mode: 'white-label', expert: brand, ...standIn });
      expect(reply.headers['cache-control']).toBe('private, no-store');
    },
  );

  // spec: 1.3
  it.each([
    'sagewire.example.com',
    'unknown.example.com',
    'paused.example.com',
    'sub.ada.example.com',
    'localhost:3000',
    '[::1]:3000',
    '',
  ])('on %j it is the default', async (host) => {
    const reply = await ask(host);
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { mode: 'default', expert: null, ...standIn },
    ]);
  });

  it('asks the database for no endless line of pages', async () => {
    const asked = Array.from({ length: 400 }, (_, nth) =>
      getBranding(test.runtime, { hostname: `h${nth}.example.net`, isFromHere: false }).then(
        () => 200,
        ({ status }) => status,
      ),
    );
    const statuses = await Promise.all(asked);
    expect(statuses.filter((status) => status === 200)).toHaveLength(303);
    expect(statuses.filter((status) => status === 429)).toHaveLength(97);
  });

  it('believes X-Forwarded-Host of a trusted proxy only', async () => {
    const forwarded = { 'x-forwarded-host': 'ada.example.com' };
    expect((await ask('10.0.0.1', forwarded)).json().mode).toBe('default');
    const config = { ...test.runtime.config, trustProxy: ['loopback'] };
    const behindProxy = await createApp({ ...test.runtime, config });
    expect((await ask('10.0.0.1', forwarded, behindProxy)).json().mode).toBe('white-label');
    await behindProxy.close();
  });

  it("has the same headers on an expert's domain as on ours", async () => {
    const [own, ours] = [await ask('ada.example.com'), await ask('sagewire.example.com')];
    const names = [
      'content-security-policy',
      'strict-transport-security',
      'x-content-type-options',
      'x-frame-options',
      'access-control-allow-origin',
    ];
    const pick = (headers: object) => names.map((name) => Reflect.get(headers, name));
    expect(pick(own.headers)).toEqual(pick(ours.headers));
    expect(own.headers['strict-transport-security']).toContain('max-age=31536000');
    expect(own.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('GET /api/branding/host', () => {
  const ask = async (domain: string, headers: Record<string, string> = {}) =>
    (await test.app.inject({ url: '/api/branding/host', query: { domain }, headers })).statusCode;

  it.each(['sagewire.example.com', 'ada.example.com', 'ADA.example.com.', 'paused.example.com'])(
    'lets a proxy get a certificate for %s',
    async (domain) => {
      expect(await ask(domain)).toBe(200);
    },
  );

  it.each([
    'stranger.example.com',
    'sub.ada.example.com',
    '',
    '127.0.0.1',
    `${'a'.repeat(300)}.de`,
  ])('lets it get none for %j', async (domain) => {
    expect(await ask(domain)).toBe(404);
    expect((await test.app.inject('/api/branding/host')).statusCode).toBe(404);
  });

  it('answers no question that a proxy passes on', async () => {
    expect(await ask('ada.example.com', { 'x-forwarded-for': '203.0.113.9' })).toBe(404);
  });

  it('goes on answering while strangers make the proxy ask', async () => {
    for (let nth = 0; nth < 3_001; nth++) await ask(`${nth}.example.net`);
    expect(await ask('ada.example.com')).toBe(200);
  });
});

describe('the page', () => {
  const root = mkdtempSync(join(tmpdir(), 'sagewire-brand-'));
  const template = readFileSync('web/index.html', 'utf8');
  writeFileSync(join(root, 'index.html'), template);
  copyFileSync('web/public/manifest.webmanifest', join(root, 'manifest.webmanifest'));
  afterAll(() => rmSync(root, { recursive: true }));

  const load = async (branding: BrandingReply, url = '/login') => {
    const app = Fastify();
    answerErrors(app);
    await app.register((site) =>
      serveSite(site, { readFiles: readBrandedFiles, brandingFor: async () => branding, root }),
    );
    const reply = await app.inject(url);
    await app.close();
    return reply;
  };
  const loadBrand = (change: object, url?: string) =>
    load({ mode: 'white-label', expert: { ...brand, ...change } }, url);
  const dataIn = (page: string): unknown =>
    JSON.parse(
      /<script type="application\/json" id="branding">(.*?)<\/script>/s.exec(page)?.[1] ?? '',
    );

  // spec: 1.3
  it("carries the brand's name, description, icon and color in its head", async () => {
    const { body, headers } = await loadBrand({});
    expect(body).toContain('<title>Ada’s Maths</title>');
    expect(body).toContain('<meta name="description" content="Numbers, gently" />');
    expect(body).toContain('<meta name="theme-color" content="#7A1FA2" data-theme="light" />');
    expect(body).toContain('<link rel="icon" href="/api/images/ada.webp" />');
    expect(body).toContain('<link rel="apple-touch-icon" href="/api/images/ada.webp" />');
    expect(body).not.toContain('Sagewire');
    expect(dataIn(body)).toEqual({ mode: 'white-label', expert: brand });
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toContain('text/html');
  });

  it('is ours elsewhere', async () => {
    const { body } = await load(defaultBranding);
    expect(body).toContain('<title>Sagewire</title>');
    expect(dataIn(body)).toEqual(defaultBranding);
    const withoutData = body.replace(/\s*<script type="application\/json".*?<\/script>/, '');
    const withoutMarks = template.replace(/\s*<!-- \/?brand -->/g, '');
    expect(withoutData).toBe(withoutMarks);
  });

  it("falls back to the expert's name and to the default look", async () => {
    const left = { siteName: null, siteTagline: null, imageUrl: null, primaryColor: 'tomato' };
    const { body } = await loadBrand(left);
    expect(body).toContain('<title>Ada</title>');
    expect(body).toContain('content="Good answers, one text away."');
    expect(body).toContain('content="#FBFAF7" data-theme="light"');
    expect(body).toContain('<link rel="icon" href="/favicon.svg" />');
  });

  it('lets no text out of its place', async () => {
    const evil = `</title></script><script>alert(1)</script>"'&$&$1`;
    const { body } = await loadBrand({ siteName: evil, siteTagline: evil, imageUrl: evil });
    const ours = (await load(defaultBranding)).body;
    for (const tag of [/<script/g, /<\/script>/g, /<\/title>/g]) {
      expect(body.match(tag)).toHaveLength(ours.match(tag)?.length ?? 0);
    }
    const escaped =
      '&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;$&amp;$1';
    expect(body).toContain(`<title>${escaped}</title>`);
    expect(body).toContain(`content="${escaped}"`);
    expect(body).toContain(`href="${escaped}"`);
    expect(dataIn(body)).toMatchObject({ expert: { siteName: evil } });
  });

  it('has a manifest of the same name, face and color', async () => {
    const branded = await loadBrand({}, '/manifest.webmanifest');
    expect(branded.headers['content-type']).toContain('application/manifest+json');
    expect(branded.json()).toMatchObject({
      name: 'Ada’s Maths',
      short_name: 'Ada’s Maths',
      description: 'Numbers, gently',
      theme_color: '#7A1FA2',
      display: 'standalone',
      start_url: '/',
      icons: [{ src: '/api/images/ada.webp', sizes: 'any' }],
    });
    const ours = await load(defaultBranding, '/manifest.webmanifest');
    expect(ours.json()).toEqual(
      JSON.parse(readFileSync('web/public/manifest.webmanifest', 'utf8')),
    );
  });
});
