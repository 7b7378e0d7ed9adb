import type { Page } from 'playwright-core';
import type { ChannelKey } from '#shared/channels.ts';
import {
  checkout,
  overview,
  portal,
  talkOn,
  wire,
  wireEntry,
  withAnswers,
} from './sandbox-answers.ts';
import type { Section } from './screen.ts';

const phone = {
  who: 'visitor',
  path: '/sandbox',
  title: 'Sandbox phone · Sagewire',
  heading: 'Sandbox phone',
} as const;
const payments = { who: 'visitor', path: '/sandbox/stripe', heading: 'Payments' } as const;

function openTalk(channel: ChannelKey, expert: string) {
  return async (page: Page): Promise<void> => {
    await withAnswers(page, {
      'api/texts': { texts: talkOn(channel) },
      'api/wire': { entries: wire },
      'api/wire/*': wireEntry,
    });
    await page.getByRole('button', { name: new RegExp(`^${expert}`) }).click();
    await page.getByRole('heading', { level: 2, name: expert }).waitFor();
  };
}

const openAda = openTalk('SMS', 'Ada');

export const sandbox: Section = {
  title: 'The sandbox',
  screens: [
    {
      ...phone,
      name: 'sandbox',
      caption: 'The phone, and the experts it can text',
      texts: ['Messages', 'Plants that stay'],
    },
    {
      ...phone,
      name: 'sandbox-people',
      caption: 'Switching phones',
      only: 'phone',
      action: (page) => page.getByRole('button', { name: 'Phone of Mia Chen. Change' }).click(),
      texts: ['Whose phone', 'Kit Vale', 'Next text to this phone'],
    },
    {
      ...phone,
      name: 'sandbox-sms',
      caption: 'A conversation by SMS',
      title: 'Ada · Sandbox phone · Sagewire',
      action: openAda,
      texts: ['a larger pot', 'Never arrived: the phone was unreachable (30003)'],
    },
    {
      ...phone,
      name: 'sandbox-whatsapp',
      caption: 'A conversation on WhatsApp',
      title: 'Rue · Sandbox phone · Sagewire',
      action: openTalk('WHATSAPP', 'Rue'),
      texts: ['a larger pot', 'Voice message', 'React or reply'],
    },
    {
      ...phone,
      name: 'sandbox-apple-messages',
      caption: 'A conversation in Apple Messages, and what else can be sent',
      title: 'Noor · Sandbox phone · Sagewire',
      action: async (page) => {
        await openTalk('AMB', 'Noor')(page);
        await page.getByRole('button', { name: 'Send something else' }).click();
      },
      texts: ['a larger pot', 'Close the conversation'],
    },
    {
      ...phone,
      name: 'sandbox-wire',
      caption: 'Requests on the wire',
      title: 'Ada · Sandbox phone · Sagewire',
      action: async (page) => {
        await openAda(page);
        const opener = page.getByRole('button', { name: 'Show the wire' });
        if (await opener.isVisible()) await opener.click();
        await page.getByText('601 ms').click();
        await page.getByText('The server had an error').waitFor();
      },
      texts: ['waiting', 'no answer', 'Answer 500'],
    },
    {
      who: 'visitor',
      path: '/sandbox/outbox',
      name: 'sandbox-outbox',
      caption: 'The outbox',
      title: 'Outbox · Sandbox · Sagewire',
      heading: 'Outbox',
      action: (page) =>
        withAnswers(page, {
          'api/outbox': {
            texts: [
              ...talkOn('SMS'),
              { ...talkOn('AMB').at(-1), to: `urn:mbid:${'AQAAYNmYxYzJhMzAt'.repeat(6)}` },
            ],
          },
        }),
      texts: ['error 30003', 'urn:mbid'],
    },
    {
      ...payments,
      name: 'sandbox-payments',
      caption: 'Payments, and the clock',
      title: 'Payments · Sandbox · Sagewire',
      action: (page) => withAnswers(page, { 'stripe/api/overview': overview }),
      texts: ['A month later', 'Win the dispute', 'The bank pays'],
    },
    {
      ...payments,
      name: 'sandbox-checkout',
      caption: 'The payment page',
      title: 'Sagewire: Pay as you go · Sandbox',
      heading: 'Sagewire: Pay as you go',
      action: (page) =>
        withAnswers(page, { 'stripe/api/checkout/*': checkout }, '/sandbox/stripe/checkout/cs_0'),
      texts: ['Pay $9.99', 'Pay later, and fail'],
    },
    {
      ...payments,
      name: 'sandbox-portal',
      caption: 'The billing portal',
      title: 'Billing portal · Sandbox · Sagewire',
      heading: 'Billing portal',
      action: (page) =>
        withAnswers(page, { 'stripe/api/portal/*': portal }, '/sandbox/stripe/portal/bps_0'),
      texts: ['Past due', 'Switch to Annual ($199.99 per year)'],
    },
  ],
};
