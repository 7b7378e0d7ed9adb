import type { HistoryEntry } from '#shared/api/billing.ts';
import { plans } from '#shared/plans.ts';
import { aSession, aSubscriptionReply, aUser } from '#test/web/fixtures.ts';
import { openDialog } from './actions.ts';
import { broken, devices, idOf, longText, longWord } from './samples.ts';
import type { Section } from './screen.ts';

const subscription = {
  who: 'mia',
  path: '/user/subscription',
  title: 'Subscription · Sagewire',
  heading: 'Subscription',
} as const;
const settings = {
  who: 'mia',
  path: '/user/settings',
  title: 'Settings · Sagewire',
  heading: 'Settings',
  answers: { 'GET /api/auth/sessions': { json: devices } },
} as const;
const paid = {
  who: 'mia',
  path: '/payment-success?session_id=cs_test_a1B2c3D4e5F6g7H8i9',
  title: 'Payment successful · Sagewire',
  heading: 'Thank you',
} as const;
let entries = 0;
const anEntry = (fields: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: idOf(++entries),
  createdAt: '2026-11-20T14:41:00.000Z',
  kind: 'spend',
  what: 'Reply',
  expert: { displayName: 'Ada' },
  money: null,
  hasReceipt: false,
  delta: -1,
  left: 3,
  ...fields,
});
const aHistory = {
  entries: [
    anEntry({ left: 52 }),
    anEntry({
      kind: 'grant',
      what: 'Pay as you go',
      expert: null,
      delta: 50,
      left: 53,
      money: { amount: 999, currency: 'usd' },
      hasReceipt: true,
    }),
    anEntry({ kind: 'refund', what: 'Payment refunded', expert: null, delta: -47 }),
    anEntry({ kind: 'give_back', what: 'Reply not delivered', delta: 1, left: 50 }),
    anEntry({ kind: 'adjust', what: 'Sorry for the wait', expert: null, delta: 10, left: 49 }),
  ],
  nextCursor: 'older',
};
const nextYear = '2027-11-20T12:00:00.000Z';

export const userAccount: Section = {
  title: 'For users: plans, payments and settings',
  screens: [
    {
      ...subscription,
      name: 'user-subscription',
      caption: 'Subscription',
      texts: ['2 of 50 messages used', 'Most Popular', 'Pick a plan to continue.', 'History'],
    },
    {
      ...subscription,
      who: 'nora',
      name: 'user-subscription-picked',
      caption: 'A newcomer picks a plan',
      action: (page) => page.getByRole('radio', { name: 'Monthly' }).check(),
      texts: ['Free trial', 'Subscribe for $19.99 per month', 'Renews every month'],
    },
    {
      ...subscription,
      name: 'user-subscription-active',
      caption: 'An active subscription that will end',
      answers: {
        'GET /api/auth/user': { json: { user: aUser({ subExpiration: nextYear }) } },
        'GET /api/subscription': {
          json: aSubscriptionReply({
            subscription: {
              status: 'active',
              plan: 'annual',
              currentPeriodEnd: nextYear,
              cancelAtPeriodEnd: true,
            },
          }),
        },
      },
      action: (page) => page.getByRole('radio', { name: 'Pay as you go' }).check(),
      texts: [
        'Unlimited messages until November 20, 2027',
        'Your messages are unlimited until November 20, 2027.',
        "You don't need to buy any.",
        'Your plan',
        'will cancel at the end',
      ],
    },
    {
      ...subscription,
      name: 'user-subscription-past-due',
      caption: 'A subscription whose payment failed',
      answers: {
        'GET /api/subscription': {
          json: aSubscriptionReply({ subscription: { status: 'past_due', plan: 'monthly' } }),
        },
      },
      texts: ['Past due', 'The last payment failed.'],
    },
    {
      ...subscription,
      name: 'user-subscription-bank',
      caption: 'A bank payment on its way',
      answers: {
        'GET /api/subscription': {
          json: aSubscriptionReply({
            hasPortal: false,
            bankPayment: {
              state: 'pending',
              plan: 'payg',
              money: { amount: 999, currency: 'usd' },
              since: '2026-11-20T09:41:00.000Z',
            },
          }),
        },
      },
      action: (page) => page.getByRole('radio', { name: 'Pay as you go' }).check(),
      texts: ['Your bank payment of $9.99 is on its way, usually for up to 5 business days.'],
    },
    {
      ...subscription,
      name: 'user-subscription-history',
      caption: 'History of credits',
      answers: {
        'GET /api/pricing': { json: { plans: {} } },
        'GET /api/subscription/history': { json: aHistory },
      },
      texts: [
        'Pay as you go',
        '+50',
        '−1',
        'Payment refunded',
        'by Ada',
        'Reply not delivered',
        'Show more',
      ],
    },
    {
      ...subscription,
      name: 'user-subscription-long',
      caption: 'Plans with long names and texts',
      answers: {
        'GET /api/subscription/history': {
          json: { entries: [anEntry({ what: longText, left: 123_456 })], nextCursor: null },
        },
        'GET /api/pricing': {
          json: {
            plans: {
              ...plans,
              annual: {
                ...plans.annual,
                name: longWord,
                description: longText,
                features: [longText],
                price: 123_456.78,
              },
            },
          },
        },
      },
      texts: [longWord],
    },
    {
      ...subscription,
      name: 'user-subscription-loading',
      caption: 'Subscription, loading',
      answers: {
        'GET /api/pricing': 'never',
        'GET /api/subscription': 'never',
        'GET /api/subscription/history': 'never',
      },
      texts: ['Loading plans', 'Loading your subscription', 'Loading the history'],
    },
    {
      ...subscription,
      name: 'user-subscription-empty',
      caption: 'No plans for sale',
      answers: {
        'GET /api/pricing': { json: { plans: {} } },
        'GET /api/subscription/history': { json: { entries: [], nextCursor: null } },
      },
      texts: ['No plans available', 'Nothing yet'],
    },
    {
      ...subscription,
      name: 'user-subscription-error',
      caption: 'Plans and a subscription that could not be loaded',
      answers: {
        'GET /api/pricing': broken,
        'GET /api/subscription': broken,
        'GET /api/subscription/history': broken,
      },
      texts: [
        'Unable to load plans',
        'Unable to load your subscription',
        'Unable to load the history',
      ],
    },
    {
      ...subscription,
      name: 'user-payment-failed',
      caption: 'A payment page that could not be opened',
      answers: { 'POST /api/subscription/create-checkout-session': broken },
      action: async (page) => {
        await page.getByRole('radio', { name: 'Pay as you go' }).check();
        await page.getByRole('button', { name: 'Pay $9.99' }).click();
      },
      texts: ['Payment failed', broken.message],
    },
    {
      ...settings,
      name: 'user-settings',
      caption: 'Settings',
      texts: ['Change it under Sign-in.', 'Appearance', 'Safari on iPhone', 'Download my data'],
    },
    {
      ...settings,
      name: 'user-settings-delete',
      caption: 'Deleting an account that has a subscription',
      answers: {
        ...settings.answers,
        'GET /api/auth/user': { json: { user: aUser({ subExpiration: nextYear }) } },
      },
      action: openDialog('Delete account', 'Delete your account?'),
      texts: ['Deleted right away', 'What we keep', 'Your subscription ends right away'],
    },
    {
      ...settings,
      name: 'user-settings-delete-refused',
      caption: 'Deleting an account, with a wrong password',
      answers: {
        ...settings.answers,
        'DELETE /api/account': { status: 403, message: 'That password is wrong.' },
      },
      action: async (page) => {
        await openDialog('Delete account', 'Delete your account?')(page);
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Password', { exact: true }).fill('Guess-123');
        await dialog.getByRole('button', { name: 'Delete account' }).click();
      },
      texts: ['That password is wrong.'],
    },
    {
      ...settings,
      name: 'user-settings-password',
      caption: 'Changing the password',
      action: async (page) => {
        await openDialog('Change password', 'Change your password')(page);
        await page.getByLabel('New password').fill('Quiet-');
      },
      texts: ['Current password', 'At least 8 characters', 'Every other device is signed out.'],
    },
    {
      ...settings,
      name: 'user-settings-password-refused',
      caption: 'Changing the password to a common one',
      answers: {
        ...settings.answers,
        'PUT /api/auth/password': {
          status: 400,
          message: 'newPassword: This password is too easy to guess. Choose another one',
        },
      },
      action: async (page) => {
        await openDialog('Change password', 'Change your password')(page);
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Current password', { exact: true }).fill('Sagewire-demo-1');
        await dialog.getByLabel('New password').fill('Password1!');
        await dialog.getByRole('button', { name: 'Change password' }).click();
      },
      texts: ['This password is too easy to guess. Choose another one'],
    },
    {
      ...settings,
      name: 'user-settings-email',
      caption: 'Changing the email, with nothing filled in',
      action: async (page) => {
        await openDialog('Change email', 'Change your email')(page);
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Change email' }).click();
      },
      texts: ['Invalid email address', 'Password is required'],
    },
    {
      ...settings,
      name: 'user-settings-devices-loading',
      caption: 'Settings, while the devices load',
      answers: { 'GET /api/auth/sessions': 'never' },
      texts: ['Loading your devices'],
    },
    {
      ...settings,
      name: 'user-settings-devices-error',
      caption: 'Devices that could not be loaded',
      answers: { 'GET /api/auth/sessions': broken },
      texts: ['Unable to load your devices.'],
    },
    {
      ...settings,
      name: 'user-settings-invalid',
      caption: 'Settings, with a number from another country',
      action: async (page) => {
        await page.getByLabel('Phone number').fill('+49 30 901820');
        await page.getByRole('button', { name: 'Save changes' }).click();
      },
      texts: ['Only US (+1) and UK (+44) phone numbers are supported'],
    },
    {
      ...settings,
      name: 'user-settings-number',
      caption: 'Changing the number',
      action: async (page) => {
        await page.getByLabel('Phone number').fill('202 555 0177');
        await page.getByRole('button', { name: 'Save changes' }).click();
        await page.getByRole('alertdialog', { name: 'Change your number?' }).waitFor();
      },
      texts: ['no codes for a forgotten password'],
    },
    {
      ...settings,
      name: 'user-settings-long',
      caption: 'Settings, with long names and no number',
      answers: {
        'GET /api/auth/sessions': {
          json: {
            sessions: [
              aSession({ device: null }),
              aSession({ id: idOf(71), device: longWord, isCurrent: false }),
            ],
          },
        },
        'GET /api/auth/user': {
          json: {
            user: aUser({
              firstName: longWord,
              email: `${longWord.toLowerCase()}@example.com`,
              phoneNumber: null,
            }),
          },
        },
      },
      texts: ['Add a US (+1) or UK (+44) number'],
    },
    {
      ...paid,
      name: 'user-payment-success',
      caption: 'A successful payment',
      answers: {
        'GET /api/stripe/session/:id': { json: { plan: 'payg' } },
        'GET /api/threads/unpaid': {
          json: {
            threads: [{ threadId: idOf(1), displayName: 'Ada', imageUrl: null, texts: 2 }],
          },
        },
      },
      texts: [
        'You now have 50 messages',
        'cs_test_a1B2c3D4e5F6',
        'Ada can answer your last 2 messages now.',
      ],
    },
    {
      ...paid,
      name: 'user-payment-unconfirmed',
      caption: 'A payment that is not confirmed yet',
      answers: { 'GET /api/stripe/session/:id': { status: 404, message: 'Not found' } },
      texts: ['Your plan is updated as soon as your payment is confirmed.'],
    },
    {
      ...paid,
      path: '/payment-cancel',
      title: 'Payment canceled · Sagewire',
      heading: 'Payment canceled',
      name: 'user-payment-cancel',
      caption: 'A canceled payment',
      texts: ['No charges were made.', 'Try Again', 'Go Back to Home'],
    },
  ],
};
