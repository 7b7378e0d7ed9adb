import { anAdmin, aSubscriptionReply } from '#test/web/fixtures.ts';
import { openDialog } from './actions.ts';
import { doctorScreens } from './admin-doctor.ts';
import { broken, devices } from './samples.ts';
import type { Section } from './screen.ts';

const subscription = {
  who: 'admin',
  path: '/subscription',
  title: 'Subscription · Sagewire',
  heading: 'Subscription',
} as const;
const settings = {
  who: 'admin',
  path: '/settings',
  title: 'Settings · Sagewire',
  heading: 'Settings',
  answers: { 'GET /api/auth/sessions': { json: devices } },
} as const;

const longEmail = 'maximiliane-henriette.von-und-zu-hohenfels@post.example.museum';

export const adminAccount: Section = {
  title: 'For admins: subscription and settings',
  screens: [
    {
      ...subscription,
      name: 'admin-subscription',
      caption: 'Subscription',
      texts: ['No subscription', 'Unlimited message routing', 'Priority support'],
    },
    {
      ...subscription,
      name: 'admin-subscription-canceled',
      caption: 'A subscription that has ended',
      answers: {
        'GET /api/subscription': {
          json: aSubscriptionReply({
            subscription: {
              status: 'canceled',
              plan: 'monthly',
              currentPeriodEnd: '2026-10-20T12:00:00.000Z',
            },
          }),
        },
      },
      texts: ['Canceled', 'It ended on October 20, 2026.'],
    },
    {
      ...subscription,
      name: 'admin-subscription-loading',
      caption: 'Subscription, loading',
      answers: { 'GET /api/subscription': 'never' },
      texts: ['Loading your subscription'],
    },
    {
      ...subscription,
      name: 'admin-subscription-error',
      caption: 'A subscription that could not be loaded, nor the portal opened',
      answers: {
        'GET /api/subscription': broken,
        'POST /api/subscription/create-portal-session': broken,
      },
      action: (page) => page.getByRole('button', { name: 'Open billing portal' }).click(),
      texts: ['Unable to load your subscription', 'Failed to open billing portal'],
    },
    {
      ...settings,
      name: 'admin-settings',
      caption: 'Settings',
      texts: [
        'Profile',
        'Signed in as admin@example.com',
        'Download my data',
        'Download the report',
      ],
    },
    {
      ...settings,
      name: 'admin-settings-long-email',
      caption: 'Settings of an admin with a long email address',
      answers: {
        ...settings.answers,
        'GET /api/auth/user': { json: { user: anAdmin({ email: longEmail }) } },
      },
      texts: [`Signed in as ${longEmail}`],
    },
    {
      ...settings,
      name: 'admin-settings-password',
      caption: "Changing an admin's password",
      action: openDialog('Change password', 'Change your password'),
      texts: ['Current password', 'New password'],
    },
    ...doctorScreens,
    {
      ...settings,
      path: '/payment-cancel',
      title: 'Payment canceled · Sagewire',
      heading: 'Payment canceled',
      name: 'admin-payment-cancel',
      caption: 'A canceled payment',
      texts: ['No charges were made.'],
    },
    {
      ...settings,
      path: '/payment-success',
      title: 'Payment successful · Sagewire',
      heading: 'Thank you',
      name: 'admin-payment-success',
      caption: 'A payment without a transaction ID',
      texts: ['Your plan is updated as soon as your payment is confirmed.'],
    },
  ],
};
