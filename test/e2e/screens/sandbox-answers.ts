import type { Page } from 'playwright-core';
import { createText, type NewText, type Text } from '#sandbox/texts.ts';
import type { ChannelKey } from '#shared/channels.ts';
import { minuteMs } from '#shared/time.ts';

const mia = '+12025550143';

const lines = {
  SMS: '+12025550100',
  WHATSAPP: '+12025550102',
  AMB: '6f1c2a30-5b7e-4c7d-9a41-2f6f0a9be2c4',
} satisfies Partial<Record<ChannelKey, string>>;
type Played = keyof typeof lines;

export async function withAnswers(
  page: Page,
  answers: Record<string, unknown>,
  path = '',
): Promise<void> {
  for (const [call, json] of Object.entries(answers))
    await page.route(`**/sandbox/${call}`, (route) => route.fulfill({ json }));
  await page.goto(new URL(path, page.url()).href);
}

export function talkOn(channel: Played): Text[] {
  const picture = { sid: 'ME1', contentType: 'image/png', path: '/sandbox/pictures/plant.png' };
  const isTexting = channel === 'SMS';
  const begun = Date.now() - 5 * minuteMs;
  const says = (facts: Partial<Text>, index: number): Text => {
    const at = new Date(begun + index * 1000).toISOString();
    return createText({
      ...byPerson(channel),
      sid: `SM${index}`,
      createdAt: at,
      updatedAt: at,
      ...facts,
    });
  };
  return [
    { body: 'My basil has yellow leaves. What does it want?' },
    {
      ...byExpert(channel),
      body: 'Light, and dry feet. https://plants.example/basil/yellow-leaves-in-winter-and-what-they-mean tells more.',
    },
    { body: '', pictures: [picture] },
    { body: 'And this one?', pictures: [picture], quoted: isTexting ? null : 'SM1' },
    { ...byExpert(channel), body: 'The same, and a larger pot.', reaction: isTexting ? null : '❤️' },
    isTexting
      ? {
          ...byExpert(channel),
          body: 'Never seen',
          status: 'undelivered' as const,
          errorCode: 30003,
        }
      : { body: '', kind: 'voice' as const },
    { body: 'Thanks', handover: { status: 500, problem: 'Sagewire answered 500' } },
    { ...byExpert(channel), body: "You're welcome." },
  ].map(says);
}

function byPerson(channel: Played): NewText & Partial<Text> {
  return {
    sid: '',
    channel,
    person: mia,
    number: lines[channel],
    from: mia,
    to: lines[channel],
    body: '',
    direction: 'inbound',
    writtenBy: 'person',
    handover: { status: 200, problem: null },
    status: 'read',
  };
}

function byExpert(channel: Played) {
  return {
    from: lines[channel],
    to: mia,
    direction: 'outbound-api',
    writtenBy: 'product',
    status: 'delivered',
    numSegments: channel === 'SMS' ? 1 : null,
  } as const;
}

const facts = { method: 'POST', person: mia, number: lines.SMS, isDone: true, notes: [] };
const post = 'http://localhost:4100/sandbox/openai/v1/responses';
const hook = 'http://localhost:4100/api/webhooks/experts/0198a7c2-3c5e-7b1a-9d62-1f0e5c7a9b44';

/** Oldest first. */
export const wire = [
  { kind: 'webhook', title: 'Webhook: new text', url: hook, status: 200, ms: 12 },
  { kind: 'model', title: 'Model: gpt-5', url: post, status: 500, ms: 601 },
  { kind: 'model', title: 'Model: gpt-5', url: post, status: null, ms: 60_000 },
  { kind: 'model', title: 'Model: gpt-5', url: post, status: null, ms: null, isDone: false },
].map((entry, index) => ({
  ...facts,
  id: index + 1,
  startedAt: '2026-11-23T15:40:00.000Z',
  ...entry,
}));

export const wireEntry = {
  entry: {
    ...wire[1],
    request: {
      headers: {
        host: 'localhost:4100',
        authorization: 'Bearer ••••••',
        'content-type': 'application/json',
      },
      body: JSON.stringify(
        { model: 'gpt-5', input: [{ role: 'user', content: 'Hello' }] },
        null,
        2,
      ),
    },
    response: {
      status: 500,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error: { message: 'The server had an error' } }, null, 2),
    },
  },
};

const now = Date.parse('2026-11-23T15:42:00Z') / 1000;
const monthly = { name: 'Sagewire: Monthly', amount: 1999, currency: 'usd', interval: 'month' };
const payg = { name: 'Sagewire: Pay as you go', amount: 999, currency: 'usd', interval: null };
const email = 'mia@example.com';
const nextMonth = Date.parse('2026-12-23T15:42:00Z') / 1000;
const subscription = {
  status: 'past_due',
  item: monthly,
  periodEnd: nextMonth,
  cancelAt: null,
  hasGoodCard: false,
};
const paid = { amount: 999, refunded: 0, dispute: null };

export const checkout = {
  status: 'open',
  item: payg,
  email,
  cancelUrl: '/payment-cancel',
  cards: { good: '4242424242424242', declined: '4000000000000002' },
};
export const portal = {
  email,
  returnUrl: '/user/subscription',
  now,
  subscription,
  other: { ...monthly, name: 'Annual', amount: 19_999, interval: 'year' },
};
export const overview = {
  failure: 'down',
  now,
  subscriptions: [{ ...subscription, email }],
  checkouts: [
    { status: 'open', charge: null },
    { status: 'complete', charge: paid },
    { status: 'complete', charge: { ...paid, refunded: 500, dispute: 'needs_response' } },
    { status: 'waiting', charge: null, isSettling: true },
  ].map((facts, index) => ({
    id: `cs_${index}`,
    url: '/sandbox/stripe/checkout/cs_0',
    createdAt: now,
    email,
    item: payg,
    isSettling: false,
    ...facts,
  })),
};
