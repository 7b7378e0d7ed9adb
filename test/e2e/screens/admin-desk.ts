import type { Page } from 'playwright-core';
import type { Thread } from '#shared/api/threads.ts';
import { aMessage, aNote, anAnswer, aThread, noThreads } from '#test/web/fixtures.ts';
import { openDialog } from './actions.ts';
import type { Answers } from './answers.ts';
import { idOf, longText, longWord } from './samples.ts';
import type { Section } from './screen.ts';

const conversations = {
  who: 'admin',
  path: '/',
  title: 'Crisis · (2) Conversations · Sagewire',
  heading: 'Conversations',
} as const;

/** On the day of the pictures. */
const today = (time: string) => `2026-11-23T${time}:00.000Z`;
const grace = { id: idOf(61), name: 'Grace Okafor', role: 'ADMIN' } as const;
const refunds = { id: idOf(71), name: 'Refunds', hue: 'orange' } as const;
const vip = { id: idOf(72), name: 'VIP', hue: 'violet' } as const;
const labels = [
  { ...refunds, threads: 12 },
  { ...vip, threads: 1 },
  { id: idOf(73), name: longWord.slice(0, 40), hue: 'teal', threads: 0 } as const,
];

const aPersonNamed = (name: string, id: number): Pick<Thread, 'id' | 'person'> => ({
  id: idOf(id),
  person: {
    id: idOf(id),
    name,
    email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
    messageCount: 12,
    paidMessages: 50,
    subExpiration: null,
  },
});
const handover = {
  at: today('15:30'),
  because: 'asked',
  aiReturnsAt: today('17:30'),
  epoch: 3,
  held: { count: 2, upTo: 9 },
} as const;

const inCrisis = aThread({
  ...aPersonNamed('Priya Nair', 31),
  lastMessage: "I can't do this any more",
  lastMessageAt: today('15:36'),
  riskAt: today('15:36'),
  humanWantedAt: today('15:36'),
  waitsSince: today('15:36'),
  minorSince: today('15:20'),
  handler: 'human',
  handover: { ...handover, because: 'crisis', at: today('15:36'), held: { count: 1, upTo: 9 } },
  isUnread: true,
});
const handedOver = aThread({
  ...aPersonNamed('Jonas Weber', 32),
  title: 'A charge I do not know',
  lastMessage: 'And can I have the money back?',
  lastMessageAt: today('15:33'),
  humanWantedAt: today('15:30'),
  waitsSince: today('15:30'),
  handler: 'human',
  handover,
  assignee: { id: idOf(2), name: 'boss@example.com' },
  labels: [refunds, vip],
  minorSince: today('15:20'),
});
const others = [
  aThread({
    ...aPersonNamed(longWord, 33),
    lastMessage: longText,
    lastMessageAt: today('14:10'),
    labels: [vip, refunds],
    assignee: grace,
  }),
  aThread({ ...aPersonNamed('Mia Chen', 34), lastMessageAt: today('13:05'), isResolved: true }),
];
const inbox: Answers = {
  'GET /api/threads': { json: { threads: [inCrisis, handedOver, ...others], nextCursor: null } },
  'GET /api/threads/counts': {
    json: { counts: { ...noThreads, crisis: 1, wantsHuman: 2, unread: 1, resolved: 1 } },
  },
  'GET /api/threads/assignees': { json: { assignees: [grace] } },
  'GET /api/labels': { json: { labels } },
  'PUT /api/threads/:id/seen': { json: { ok: true } },
};

const heldTexts = [
  aMessage({
    id: idOf(44),
    createdAt: today('15:33'),
    body: 'And can I have the money back?',
    answer: anAnswer({ state: 'waiting' }),
    isWaiting: true,
  }),
  aMessage({
    id: idOf(43),
    createdAt: today('15:31'),
    body: 'I was charged twice this month.',
    answer: anAnswer({
      state: 'waiting',
      draft: 'That should not happen. Both charges show in your history: one was for October.',
    }),
    isWaiting: true,
  }),
  aMessage({
    id: idOf(42),
    createdAt: today('15:30'),
    body: 'Human please',
    answer: anAnswer({ state: 'recorded', guard: 'human' }),
  }),
];
const notes = [
  aNote({ createdAt: today('15:32'), author: grace, body: 'Stripe shows one charge only.' }),
];
const openThread = {
  ...conversations,
  path: `/?thread=${handedOver.id}`,
  answers: {
    ...inbox,
    'GET /api/threads/:id/messages': {
      json: { thread: handedOver, messages: heldTexts, notes, nextCursor: null },
    },
    'GET /api/canned-replies': {
      json: {
        cannedReplies: [
          { id: idOf(81), name: 'hours', text: 'We open at 9 and close at 5, New York time.' },
          { id: idOf(82), name: longWord, text: longText },
        ],
      },
    },
  } satisfies Answers,
};

const failed = [
  aThread({ ...aPersonNamed('Jonas Weber', 35), lastMessageAt: today('14:10'), hasFailed: true }),
  aThread({ ...aPersonNamed(longWord, 36), lastMessageAt: today('13:05'), hasFailed: true }),
];

/** Typed text stays in the tab. */
const openCanned = {
  ...openThread,
  path: `/?thread=${idOf(37)}`,
  answers: {
    ...openThread.answers,
    'GET /api/threads/:id/messages': {
      json: { thread: { ...handedOver, id: idOf(37) }, messages: heldTexts, nextCursor: null },
    },
  } satisfies Answers,
};

async function typeSlash(page: Page): Promise<void> {
  await page.getByLabel('Write to Jonas as Ada').fill('/');
  await page.getByRole('listbox', { name: 'Canned replies' }).waitFor();
}

async function openLabels(page: Page): Promise<void> {
  await page.getByText('I was charged twice this month.').waitFor();
  const isPhone = await page.getByRole('button', { name: 'Details', exact: true }).isVisible();
  if (isPhone) await openDialog('Details', 'Details')(page);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('dialog', { name: 'Labels' }).waitFor();
}

export const adminDesk: Section = {
  title: 'For admins: at the desk',
  screens: [
    {
      ...conversations,
      name: 'admin-waiting',
      caption: 'Who waits for a person comes first, a crisis before all',
      answers: inbox,
      texts: ['Waiting for a person 2', 'All others', 'Crisis', 'Refunds'],
    },
    {
      ...openThread,
      path: `/?thread=${inCrisis.id}`,
      name: 'admin-crisis',
      caption: 'A crisis',
      answers: {
        ...openThread.answers,
        'GET /api/threads/:id/messages': {
          json: {
            thread: inCrisis,
            messages: [
              aMessage({
                id: idOf(42),
                createdAt: today('15:36'),
                direction: 'outbound',
                origin: 'system',
                body: "I'm really glad you told me. Call or text 988 now: someone will listen.",
                delivery: { state: 'delivered', reason: null },
              }),
              aMessage({
                createdAt: today('15:36'),
                body: "I can't do this any more",
                answer: anAnswer({ state: 'recorded', guard: 'crisis' }),
              }),
            ],
            nextCursor: null,
          },
        },
      },
      texts: ['Crisis detected', 'Return or resolve this once they are safe.', '1 held'],
    },
    {
      ...openThread,
      name: 'admin-handover',
      caption: "Texts that wait for a person, with the AI's draft and a colleague's note",
      texts: ["Ada's draft, not sent", 'Stripe shows one charge only.', 'Return, answer the last'],
    },
    {
      ...openThread,
      name: 'admin-minor',
      caption: 'A person who said that they are under 18',
      only: 'phone',
      action: openDialog('Details', 'Details'),
      texts: ['Stated on November 23, 2026', 'Not under 18', 'Refunds'],
    },
    {
      ...openThread,
      name: 'admin-note',
      caption: 'A private note',
      action: async (page) => {
        await page.getByRole('button', { name: 'Note', exact: true }).click();
        await page.getByLabel('Private note for the team').fill(longText);
      },
      texts: ['Never texted', 'Add note'],
    },
    {
      ...openCanned,
      name: 'admin-canned',
      caption: 'Canned replies, by /',
      action: typeSlash,
      texts: ['hours', 'Manage canned replies'],
    },
    {
      ...openCanned,
      name: 'admin-canned-edit',
      caption: 'Changing a canned reply',
      action: async (page) => {
        await typeSlash(page);
        await openDialog('Manage canned replies', 'Canned replies')(page);
        await page.getByRole('button', { name: 'Edit hours' }).click();
      },
      texts: ['Change hours', 'Save changes'],
    },
    {
      ...openThread,
      name: 'admin-labels',
      caption: 'Labels of a conversation, and a new one',
      action: async (page) => {
        await openLabels(page);
        await page.getByLabel('Find a label').fill('re');
      },
      texts: ['Create "re"', 'Rename or delete labels'],
    },
    {
      ...openThread,
      name: 'admin-labels-edit',
      caption: 'Before a label is deleted',
      action: async (page) => {
        await openLabels(page);
        await page.getByRole('button', { name: 'Rename or delete labels' }).click();
        await page.getByRole('button', { name: 'Delete Refunds' }).click();
      },
      texts: ['12 conversations have this label.', 'Delete anyway'],
    },
    {
      ...conversations,
      path: '/?state=unread',
      name: 'admin-views',
      caption: 'Saved views',
      answers: {
        ...inbox,
        'GET /api/views': {
          json: {
            views: [
              { id: idOf(91), name: longWord, isShared: false, filters: {}, count: 100 },
              {
                id: idOf(92),
                name: 'Not read yet',
                isShared: true,
                filters: { state: 'unread' },
                count: 1,
              },
            ],
          },
        },
      },
      action: openDialog('Views', 'Views'),
      texts: ['99+', 'Team', 'Share with the whole team', 'Select conversations'],
    },
    {
      ...conversations,
      path: '/?state=failed',
      name: 'admin-repair',
      title: 'Conversations · Sagewire',
      caption: 'Several failed conversations, and why one was skipped',
      answers: {
        ...inbox,
        'GET /api/threads': { json: { threads: failed, nextCursor: null } },
        'GET /api/threads/counts': { json: { counts: { ...noThreads, failed: 2 } } },
        'POST /api/threads/failures': {
          json: {
            at: today('15:40'),
            results: [
              { threadId: idOf(35), messages: 1, refusal: null },
              { threadId: idOf(36), messages: 0, refusal: 'The person opted out of texts.' },
            ],
          },
        },
      },
      action: async (page) => {
        await page.getByLabel('Select all that match').check();
        await page.getByRole('button', { name: 'Repair' }).click();
      },
      texts: ['The person opted out of texts.', '1 selected', 'Dismiss'],
    },
  ],
};
