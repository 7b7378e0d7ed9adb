import type { Page } from 'playwright-core';
import { aNumber, aPerson, personDetails } from '#test/web/fixtures.ts';
import { openDialog } from './actions.ts';
import { broken, idOf, longAgo, longWord } from './samples.ts';
import type { Section } from './screen.ts';

const people = {
  who: 'admin',
  path: '/people',
  title: 'People · Sagewire',
  heading: 'People',
} as const;
const seen = { lastSeenAt: longAgo, createdAt: longAgo };
const mia = aPerson({ ...seen, plan: 'payg', messageCount: 1204, paidMessages: 1255 });
const listed = [
  aNumber({ ...seen, isOptedOut: true }),
  aPerson({
    ...seen,
    id: idOf(3),
    name: 'Jonas Weber',
    email: 'jonas.weber@example.com',
    plan: 'annual',
    subExpiration: '2999-01-01T00:00:00.000Z',
    messageCount: 5,
    threadCount: 12,
  }),
  mia,
  aPerson({
    ...seen,
    id: idOf(4),
    name: null,
    email: 'nora@example.com',
    isVerified: false,
    messageCount: 5,
    threadCount: 0,
  }),
  aPerson({
    ...seen,
    id: idOf(5),
    name: 'ليلى حداد',
    email: 'layla@example.com',
    handle: 'urn:mbid:AQAAY2f0mGkRzTnVb7wq3',
  }),
  aPerson({ ...seen, id: idOf(6), name: longWord, email: `${longWord}@example.com` }),
  aPerson({
    ...seen,
    id: idOf(2),
    name: null,
    email: 'boss@example.com',
    role: 'ADMIN',
    plan: null,
  }),
];
const list = { 'GET /api/people': { json: { people: listed, nextCursor: 'more' } } };
const details = personDetails({
  person: mia,
  optOuts: [{ expert: 'Sol', channel: 'WHATSAPP', optedOutAt: longAgo, hasClosed: false }],
});
details.threads = details.threads.map((thread) => ({ ...thread, lastMessageAt: longAgo }));
details.sessions = details.sessions.map((session) => ({ ...session, lastUsedAt: longAgo }));
const open = {
  ...people,
  path: `/people?person=${mia.id}`,
  answers: { ...list, 'GET /api/people/:id': { json: details } },
} as const;
const number = aNumber(seen);
const invitation = {
  id: idOf(60),
  email: 'omar@example.com',
  role: 'AGENT',
  invitedBy: 'boss@example.com',
  expiresAt: longAgo,
} as const;

const pickTab = (name: string) => async (page: Page) => {
  await page.getByRole('tab', { name }).click();
};

export const adminPeople: Section = {
  title: 'For admins: people',
  screens: [
    {
      ...people,
      name: 'admin-people',
      caption: 'Everyone who signed up, and every number that texts',
      answers: list,
      texts: ['Jonas Weber', 'nora@example.com', 'Opted out', 'Show more'],
    },
    {
      ...open,
      name: 'admin-person',
      caption: 'A person beside the table',
      texts: ['1,204 of 1,255 used', 'Verified November 2, 2026', 'Fractions, patiently', 'Export'],
    },
    {
      ...open,
      name: 'admin-person-ledger',
      caption: "A person's ledger",
      answers: {
        ...open.answers,
        'GET /api/users/:id/credits': {
          json: {
            entries: [
              {
                id: idOf(90),
                createdAt: longAgo,
                kind: 'grant',
                what: 'Pay as you go',
                expert: null,
                delta: 50,
                left: 51,
                money: { amount: 999, currency: 'usd' },
                hasReceipt: true,
              },
              {
                id: idOf(91),
                createdAt: longAgo,
                kind: 'spend',
                what: 'Answer',
                expert: { displayName: 'Ada' },
                delta: -1,
                left: 1,
                money: null,
                hasReceipt: false,
              },
            ],
            nextCursor: null,
          },
        },
      },
      action: pickTab('Ledger'),
      texts: ['51 left'],
    },
    {
      ...open,
      name: 'admin-person-access',
      caption: 'Where a person is signed in',
      action: pickTab('Access'),
      texts: ['Safari on iPhone', 'Sign out everywhere'],
    },
    {
      ...open,
      name: 'admin-person-changes',
      caption: 'Who changed what about a person',
      action: pickTab('Changes'),
      texts: ['paid messages: 2 → 5 · reason: A late answer'],
    },
    {
      ...open,
      name: 'admin-person-delete',
      caption: 'Before a person is deleted',
      action: openDialog('Delete', 'Delete Mia Chen?'),
      texts: ["This can't be undone.", 'Delete for good'],
    },
    {
      ...people,
      name: 'admin-person-number',
      caption: 'A number without an account',
      path: `/people?person=${number.id}`,
      answers: {
        ...list,
        'GET /api/people/:id': {
          json: personDetails({
            person: number,
            threads: details.threads,
            sessions: [],
            changes: [],
          }),
        },
      },
      texts: ['First text'],
    },
    {
      ...people,
      name: 'admin-person-gone',
      caption: 'A person who has been deleted',
      path: `/people?person=${idOf(404)}`,
      answers: { ...list, 'GET /api/people/:id': { status: 404, message: 'Person not found' } },
      texts: ['This person no longer exists'],
    },
    {
      ...people,
      name: 'admin-team',
      caption: 'Admins, agents and invitations',
      path: '/people?person=team',
      answers: {
        ...list,
        'GET /api/team': {
          json: {
            members: [
              {
                id: idOf(2),
                email: 'boss@example.com',
                name: null,
                role: 'ADMIN',
                hasSecondFactor: true,
                isYou: true,
              },
              {
                id: idOf(5),
                email: `${longWord}@example.com`,
                name: 'Grace Okafor',
                role: 'AGENT',
                hasSecondFactor: false,
                isYou: false,
              },
            ],
            invitations: [invitation],
          },
        },
        'POST /api/team/invitations': {
          json: {
            invitation,
            link: `https://chat.example.com/invitation#token=${'x'.repeat(43)}&email=omar%40example.com`,
            isMailed: false,
          },
        },
      },
      action: async (page) => {
        await page.getByRole('button', { name: 'Change Grace Okafor' }).click();
        await page.getByLabel('Email', { exact: true }).fill('omar@example.com');
        await page.getByRole('button', { name: 'Invite', exact: true }).click();
        await page.getByRole('textbox', { name: 'Invitation link' }).waitFor();
      },
      texts: ['Remove from the team', 'Send this link to omar@example.com yourself.'],
    },
    {
      ...people,
      name: 'admin-people-not-found',
      caption: 'A search that finds no one',
      path: '/people?q=zo%C3%AB',
      texts: ['No one found'],
    },
    {
      ...people,
      name: 'admin-people-loading',
      caption: 'People, while they load',
      answers: { 'GET /api/people': 'never' },
    },
    {
      ...people,
      name: 'admin-people-error',
      caption: 'People could not be loaded',
      answers: { 'GET /api/people': broken },
      texts: ['Unable to load people'],
    },
  ],
};
