import type { Page } from 'playwright-core';
import type { AlertsReply, Episode, Receiver } from '#shared/api/alerts.ts';
import { anAdmin, aSubscriptionReply } from '#test/web/fixtures.ts';
import { openDialog } from './actions.ts';
import { doctorScreens } from './admin-doctor.ts';
import { tokenScreens } from './admin-tokens.ts';
import { broken, devices, idOf } from './samples.ts';
import type { Section } from './screen.ts';

const subscription = {
  who: 'admin',
  path: '/subscription',
  title: 'Subscription · Sagewire',
  heading: 'Subscription',
} as const;
const obstacles = { mail: null, text: null, webhook: null };
const quiet: AlertsReply = { receivers: [], episodes: [], obstacles };
const nightDesk: Receiver = {
  id: idOf(81),
  kind: 'text',
  address: '+12025550143',
  name: 'Night desk',
  hours: { timeZone: 'Europe/Berlin', days: Array(7).fill('22:00-06:00') },
  isOnDuty: true,
  secret: null,
  problem: null,
};
const ops: Receiver = {
  ...nightDesk,
  ...{ id: idOf(82), kind: 'mail', name: 'Operations', address: 'ops@example.com' },
  ...{ hours: { timeZone: 'Europe/Berlin', days: Array(7).fill('08:00-18:00') }, isOnDuty: false },
};
const pager: Receiver = {
  ...nightDesk,
  ...{ id: idOf(83), kind: 'webhook', name: 'Pager', hours: null },
  address: 'https://events.example.com/v1/alerts?team=sagewire',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  problem: 'The address answered with status 503.',
};
const crisis: Episode = {
  id: idOf(84),
  rule: 'crisis',
  title: 'Crisis not opened',
  detail:
    'Ada: a person may be in danger since 2026-11-23 12:01 UTC. The team has not opened the conversation.',
  link: '/?state=crisis',
  beganAt: '2026-11-23T12:06:00.000Z',
  endedAt: null,
};
const outage: Episode = {
  ...crisis,
  ...{ id: idOf(85), rule: 'provider', title: 'AI provider down', link: '/providers' },
  detail: 'OpenAI does not answer since 2026-11-23 11:40 UTC.',
  beganAt: '2026-11-23T11:40:00.000Z',
};
const watched: AlertsReply = {
  receivers: [nightDesk, ops, pager],
  episodes: [crisis, outage, { ...outage, id: idOf(86), endedAt: '2026-11-22T09:30:00.000Z' }],
  obstacles,
};

const showAlerts = async (page: Page) => {
  const section = page.getByRole('region', { name: 'Alerts to the team' });
  await section.evaluate((element) => element.scrollIntoView({ block: 'start' }));
};
const addReceiver = async (page: Page, kind: string) => {
  await page.getByRole('button', { name: 'Add a receiver' }).click();
  await page.getByRole('radio', { name: kind }).click();
  await page.getByRole('radio', { name: 'While on duty' }).click();
};

const settings = {
  who: 'admin',
  path: '/settings',
  title: 'Settings · Sagewire',
  heading: 'Settings',
  answers: { 'GET /api/auth/sessions': { json: devices }, 'GET /api/alerts': { json: quiet } },
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
      name: 'admin-alerts',
      caption: 'Who is told when something is wrong, and what is',
      answers: { ...settings.answers, 'GET /api/alerts': { json: watched } },
      action: showAlerts,
      texts: ['Crisis not opened', 'Off duty', 'The address answered with status 503.'],
    },
    {
      ...settings,
      name: 'admin-alerts-test',
      caption: 'A test that reached a phone',
      answers: {
        ...settings.answers,
        'GET /api/alerts': { json: { ...watched, episodes: [] } },
        'POST /api/alerts/test': {
          json: { results: [{ receiverId: nightDesk.id, problem: null }] },
        },
      },
      action: async (page) => {
        await showAlerts(page);
        await page.getByRole('button', { name: 'Test Night desk' }).click();
      },
      texts: ['Nothing is wrong right now.', 'A test was texted.'],
    },
    {
      ...settings,
      name: 'admin-alerts-empty',
      caption: 'Alerts without a receiver',
      action: showAlerts,
      texts: ['Nothing is wrong right now.', 'Add a receiver'],
    },
    {
      ...settings,
      name: 'admin-alerts-loading',
      caption: 'Alerts, loading',
      answers: { ...settings.answers, 'GET /api/alerts': 'never' },
      action: showAlerts,
      texts: ['Loading the alerts'],
    },
    {
      ...settings,
      name: 'admin-alerts-error',
      caption: 'Alerts that could not be loaded',
      answers: { ...settings.answers, 'GET /api/alerts': broken },
      action: showAlerts,
      texts: ['Unable to load the alerts.'],
    },
    {
      ...settings,
      name: 'admin-alerts-add',
      caption: 'Adding a phone with hours',
      action: (page) => addReceiver(page, 'Text'),
      texts: ['Phone number', 'Time zone'],
    },
    {
      ...settings,
      name: 'admin-alerts-webhook',
      caption: "A webhook's secret",
      path: `/settings?receiver=${pager.id}`,
      answers: { ...settings.answers, 'GET /api/alerts': { json: watched } },
      texts: ['Edit Pager', 'Signing secret'],
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
    ...tokenScreens,
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
