import { plans } from '#shared/plans.ts';
import { aSubscription, aUser } from '#test/web/fixtures.ts';
import { broken, longText, longWord } from './samples.ts';
import type { Chapter } from './screen.ts';

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
} as const;
const paid = {
  who: 'mia',
  path: '/payment-success?session_id=cs_test_a1B2c3D4e5F6g7H8i9',
  title: 'Payment successful · Sagewire',
  heading: 'Thank you',
} as const;
const nextYear = '2027-11-20T12:00:00.000Z';

export const userAccount: Chapter = {
  title: 'For users: plans, payments and settings',
  screens: [
    {
      ...subscription,
      name: 'user-subscription',
      caption: 'Subscription',
      texts: ['2 of 50 messages used', 'Most Popular', 'Pick a plan to continue.'],
    },
    {
      ...subscription,
      who: 'nora',
      name: 'user-subscription-picked',
      caption: 'A plan that is picked, by somebody new',
      act: (page) => page.getByRole('radio', { name: 'Monthly' }).check(),
      texts: ['Free trial', 'Subscribe for $19.99 per month', 'Renews every month'],
    },
    {
      ...subscription,
      name: 'user-subscription-active',
      caption: 'An active subscription that will end',
      answers: {
        'GET /api/auth/user': { json: { user: aUser({ subExpiration: nextYear }) } },
        'GET /api/subscription': {
          json: {
            subscription: aSubscription({
              status: 'active',
              plan: 'annual',
              currentPeriodEnd: nextYear,
              cancelAtPeriodEnd: true,
            }),
          },
        },
      },
      texts: ['Unlimited messages until November 20, 2027', 'Your plan', 'will cancel at the end'],
    },
    {
      ...subscription,
      name: 'user-subscription-past-due',
      caption: 'A subscription whose payment failed',
      answers: {
        'GET /api/subscription': {
          json: { subscription: aSubscription({ status: 'past_due', plan: 'monthly' }) },
        },
      },
      texts: ['Past due', 'The last payment did not go through.'],
    },
    {
      ...subscription,
      name: 'user-subscription-long',
      caption: 'Plans with long names and texts',
      answers: {
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
      answers: { 'GET /api/pricing': 'never', 'GET /api/subscription': 'never' },
      texts: ['Loading plans', 'Loading your subscription'],
    },
    {
      ...subscription,
      name: 'user-subscription-empty',
      caption: 'Nothing for sale',
      answers: { 'GET /api/pricing': { json: { plans: {} } } },
      texts: ['No plans for sale'],
    },
    {
      ...subscription,
      name: 'user-subscription-error',
      caption: 'Plans and a subscription that could not be loaded',
      answers: { 'GET /api/pricing': broken, 'GET /api/subscription': broken },
      texts: ['Unable to load plans', 'Unable to load your subscription'],
    },
    {
      ...subscription,
      name: 'user-payment-failed',
      caption: 'A payment page that could not be opened',
      answers: { 'POST /api/subscription/create-checkout-session': broken },
      act: async (page) => {
        await page.getByRole('radio', { name: 'Pay as you go' }).check();
        await page.getByRole('button', { name: 'Pay $9.99' }).click();
      },
      texts: ['Payment failed', broken.message],
    },
    {
      ...settings,
      name: 'user-settings',
      caption: 'Settings',
      texts: ['To change your email, please contact support.', 'Appearance', 'Sign Out'],
    },
    {
      ...settings,
      name: 'user-settings-invalid',
      caption: 'Settings, with a number from elsewhere',
      act: async (page) => {
        await page.getByLabel('Phone number').fill('+49 30 901820');
        await page.getByRole('button', { name: 'Save changes' }).click();
      },
      texts: ['Only US (+1) and UK (+44) phone numbers are supported'],
    },
    {
      ...settings,
      name: 'user-settings-long',
      caption: 'Settings, with long names and no number',
      answers: {
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
      caption: 'A payment that went through',
      answers: { 'GET /api/stripe/session/:id': { json: { plan: 'payg' } } },
      texts: ['You now have 50 messages', 'cs_test_a1B2c3D4e5F6'],
    },
    {
      ...paid,
      name: 'user-payment-unconfirmed',
      caption: 'A payment that nothing is known of yet',
      answers: { 'GET /api/stripe/session/:id': { status: 404, message: 'Not found' } },
      texts: ['Your plan is updated as soon as your payment is confirmed.'],
    },
    {
      ...paid,
      path: '/payment-cancel',
      title: 'Payment canceled · Sagewire',
      heading: 'Payment canceled',
      name: 'user-payment-cancel',
      caption: 'A payment that was not made',
      texts: ['No charges were made.', 'Try Again', 'Go Back to Home'],
    },
  ],
};
