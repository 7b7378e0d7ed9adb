import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type ConfigError, loadConfig } from '#server/config.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sagewire-modes-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const configOf = (settings: Record<string, string>) =>
  loadConfig({ DATA_DIR: dataDir, ...settings });
const problemsOf = (settings: Record<string, string>): string[] => {
  try {
    configOf(settings);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};
const listServed = (settings: Record<string, string>) => {
  const { channels, ai, stripe } = configOf(settings).sandbox;
  return [...channels, ...ai, ...(stripe ? ['stripe'] : [])];
};

const everything = [
  ...['AMB', 'SMS', 'WHATSAPP', 'openai', 'anthropic', 'google', 'azure_openai', 'stripe'],
];
const twilio = { TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'token' };
const stripe = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

describe('SANDBOX=auto', () => {
  it('stands in for everything where no service has credentials', () => {
    expect(listServed({})).toEqual(everything);
    // Neither is a credential.
    const facts = {
      TWILIO_MESSAGING_SERVICE_SID: `MG${'1'.repeat(32)}`,
      PUBLIC_URL: 'https://a.example',
    };
    expect(listServed(facts)).toEqual(everything);
  });

  it.each([
    ['Twilio', twilio],
    ['WhatsApp, half of it', { WHATSAPP_APP_SECRET: 'secret' }],
    ['Apple', { AMB_MSP_ID: 'id', AMB_SECRET: 'c2VjcmV0LXNlY3JldC1zZWNyZXQ=' }],
    ['Stripe', stripe],
    ["a model's address", { OPENAI_BASE_URL: 'https://api.openai.com/v1' }],
  ])('stands in for nothing where there are credentials for %s', (_, credentials) => {
    const { sandbox, admin } = configOf(credentials);
    expect(listServed(credentials)).toEqual([]);
    expect(sandbox.any).toBe(false);
    expect(admin, 'the known password').toBeNull();
  });

  it('stands in for nothing in production', () => {
    expect(listServed({ NODE_ENV: 'production' })).toEqual([]);
  });

  it('leaves what lacks credentials without a gateway, and nothing for sale', () => {
    const config = configOf(twilio);
    expect(config.channels).toEqual({ SMS: expect.objectContaining({ isSandboxed: false }) });
    expect(config.stripe).toBeNull();
  });
});

describe('SANDBOX=mixed', () => {
  it('stands in for what has no credentials, and warns of it by name', () => {
    const mixed = {
      ...twilio,
      ...stripe,
      SANDBOX: 'mixed',
      OPENAI_BASE_URL: 'https://ai.example/v1',
    };
    expect(listServed(mixed)).toEqual(['AMB', 'WHATSAPP', 'anthropic', 'google', 'azure_openai']);
    expect(configOf(mixed).sandbox.warnedOf).toEqual([
      ...['Apple Messages', 'WhatsApp', 'Anthropic', 'Google', 'Azure OpenAI'],
    ]);
    expect(listServed({ ...mixed, NODE_ENV: 'production' })).toEqual(listServed(mixed));
  });

  it('makes no admin with the known password', () => {
    expect(configOf({ SANDBOX: 'mixed' }).admin).toBeNull();
  });

  it.each(['0.0.0.0', '::', '192.168.1.10', 'sagewire.internal'])(
    'does not start on %s without a password',
    (HOST) => {
      const problem = `SANDBOX_PASSWORD is required with SANDBOX=mixed on HOST ${HOST}. Set one, or HOST=127.0.0.1.`;
      expect(problemsOf({ SANDBOX: 'mixed', HOST })).toEqual([problem]);
      const SANDBOX_PASSWORD = 'a long password';
      expect(problemsOf({ SANDBOX: 'mixed', HOST, SANDBOX_PASSWORD })).toEqual([]);
    },
  );

  it('does not start for a public address without a password', () => {
    const mixed = { SANDBOX: 'mixed', PUBLIC_URL: 'https://chat.example.com' };
    expect(problemsOf(mixed)).toEqual([
      'SANDBOX_PASSWORD is required with SANDBOX=mixed and PUBLIC_URL https://chat.example.com, where others reach it. Set one.',
    ]);
    expect(problemsOf({ ...mixed, SANDBOX_PASSWORD: 'a long password' })).toEqual([]);
    for (const PUBLIC_URL of ['http://localhost:3000', 'http://[::1]:3000']) {
      expect(problemsOf({ ...mixed, PUBLIC_URL })).toEqual([]);
    }
  });

  it.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])('starts on %s', (HOST) => {
    expect(problemsOf({ SANDBOX: 'mixed', HOST })).toEqual([]);
  });
});

it('SANDBOX=on ignores all credentials', () => {
  const all = { ...twilio, ...stripe, OPENAI_BASE_URL: 'https://ai.example/v1', SANDBOX: 'on' };
  expect(listServed(all)).toEqual(everything);
  const { stripe: settings, aiBaseUrls } = configOf(all);
  expect(JSON.stringify([settings, aiBaseUrls])).not.toMatch(/sk_live|ai\.example/);
});

it('SANDBOX=off stands in for nothing', () => {
  expect(listServed({ SANDBOX: 'off' })).toEqual([]);
});

it('names the setting that is wrong', () => {
  expect(problemsOf({ SANDBOX: 'yes', SANDBOX_PASSWORD: 'short' })).toEqual([
    'SANDBOX must be auto, mixed, on or off',
    'SANDBOX_PASSWORD must have at least 12 characters',
  ]);
});
