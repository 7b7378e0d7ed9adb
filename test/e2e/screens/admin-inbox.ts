import type { Page } from 'playwright-core';
import { aMessage, aMessageHit, anAnswer, aSearchReply, aThread } from '#test/web/fixtures.ts';
import { openDialog, openDocument, openMenu } from './actions.ts';
import { answeredMessages } from './answered-messages.ts';
import { evidenceScreens } from './evidence-screens.ts';
import { adminPictures } from './picture-screens.ts';
import { broken, idOf, longAgo, longText, longWord } from './samples.ts';
import type { Section } from './screen.ts';

const conversations = {
  who: 'admin',
  path: '/',
  title: 'Conversations · Sagewire',
  heading: 'Conversations',
} as const;
const longPerson = {
  id: idOf(34),
  name: longWord,
  email: 'f@example.com',
  messageCount: 2,
  paidMessages: 5,
  subExpiration: null,
};
const missing = {
  id: idOf(31),
  title: 'Not verified yet',
  userHandle: '+12025550111',
  userPhoneNumber: null,
  lastMessageAt: longAgo,
};

const wantsHuman = aThread({
  id: idOf(32),
  title: 'Compound interest',
  expert: { ...aThread().expert, channel: 'AMB' },
  userHandle: 'urn:mbid:AQAAY2f0mGkRzTnVb7wq3',
  userPhoneNumber: null,
  lastMessage: 'Agent',
  lastMessageAt: longAgo,
  humanWantedAt: longAgo,
});
const closed = { isOptedOut: true, hasClosed: true };

const hits = aSearchReply({
  people: [
    {
      userId: idOf(33),
      name: 'Fraction Ito',
      email: 'fraction@example.com',
      address: '+12025550177',
      threadId: idOf(33),
    },
    { userId: idOf(34), name: longWord, email: 'f@example.com', address: null, threadId: null },
  ],
  threads: [aMessageHit()],
  hits: [
    aMessageHit({ createdAt: longAgo }),
    aMessageHit({
      messageId: idOf(91),
      direction: 'outbound',
      personName: null,
      createdAt: longAgo,
      snippet: `… ${longText}`,
      matches: [],
    }),
  ],
});

async function openCredits(page: Page): Promise<void> {
  await openDialog('Adjust credits', 'Credits for Mia Chen')(page);
  const dialog = page.getByRole('dialog', { name: 'Credits for Mia Chen' });
  await dialog.getByLabel('Messages').fill('10');
  await dialog.getByRole('button', { name: 'Adjust credits' }).click();
}

export const adminInbox: Section = {
  title: 'For admins: conversations',
  screens: [
    {
      ...conversations,
      name: 'admin-conversations',
      caption: 'Conversations',
      texts: ['Mia Chen', 'Jonas Weber', 'Priya Nair', 'Omar Haddad'],
    },
    {
      ...conversations,
      path: ({ threadId }) => `/conversations?thread=${threadId}`,
      name: 'admin-thread',
      caption: 'A conversation, with who and what beside it',
      texts: ['Hi Ada, my daughter has a test on Friday.', 'Fractions, patiently'],
    },
    {
      ...conversations,
      path: ({ threadId }) => `/?thread=${threadId}`,
      name: 'admin-thread-details',
      caption: 'Details',
      only: 'phone',
      action: openDialog('Details', 'Details'),
      texts: ['2 of 50 used', 'mia@example.com'],
    },
    {
      ...conversations,
      path: ({ threadId }) => `/?thread=${threadId}`,
      name: 'admin-credits',
      caption: 'Credits, and an incomplete adjustment',
      only: 'desk',
      action: openCredits,
      texts: ['48 left', 'Enter a reason', 'Reply', 'by Ada'],
    },
    {
      ...conversations,
      path: ({ threadId }) => `/?thread=${threadId}`,
      name: 'admin-credits-phone',
      caption: 'The same on a phone',
      only: 'phone',
      action: async (page) => {
        await openDialog('Details', 'Details')(page);
        await openCredits(page);
      },
      texts: ['48 left', 'Enter a reason'],
    },
    {
      ...conversations,
      path: ({ threadId }) => `/?thread=${threadId}`,
      name: 'admin-thread-rename',
      caption: 'A conversation that is being renamed, and what its answer cost',
      action: async (page) => {
        await page.getByRole('button', { name: 'AI details' }).last().click();
        await page.getByText(' tokens').waitFor();
        await page.getByRole('button', { name: 'Fractions, patiently' }).click();
      },
      texts: [' tokens'],
    },
    {
      ...conversations,
      path: `/?thread=${idOf(30)}`,
      name: 'admin-thread-troubles',
      caption: 'What went wrong with messages, and long ones',
      answers: {
        'GET /api/threads': {
          json: {
            threads: [
              aThread({
                title: longWord,
                person: longPerson,
                lastMessage: longText,
                lastMessageAt: longAgo,
                hasFailed: true,
              }),
              aThread({ ...missing, isOptedOut: true }),
            ],
            nextCursor: null,
          },
        },
        'GET /api/threads/:id/messages': {
          json: {
            thread: aThread({ title: longWord, userPhoneNumber: null }),
            messages: [
              aMessage({
                id: idOf(42),
                createdAt: longAgo,
                direction: 'outbound',
                origin: 'ai',
                body: longText,
                delivery: { state: 'failed', reason: 'The phone is switched off' },
              }),
              aMessage({
                id: idOf(41),
                createdAt: longAgo,
                body: 'Which horse wins?',
                answer: anAnswer({ state: 'refused', guard: 'validator' }),
              }),
              aMessage({
                createdAt: longAgo,
                body: longText,
                answer: anAnswer({
                  state: 'failed',
                  failures: [
                    { at: '2026-11-01T09:00:00.000Z', kind: 'auth', detail: 'The key is wrong' },
                  ],
                }),
              }),
            ],
            nextCursor: null,
          },
        },
      },
      texts: ['The phone is switched off', 'Rejected by the validator', 'The key is wrong'],
    },
    {
      ...conversations,
      path: `/?thread=${idOf(30)}`,
      name: 'admin-thread-story',
      caption:
        'How an answer came about: a verdict, failed attempts, another provider, its sources',
      answers: {
        'GET /api/threads/:id/messages': {
          json: { thread: aThread(), messages: answeredMessages, nextCursor: null },
        },
      },
      action: async (page) => {
        await page.getByRole('button', { name: '1 failed attempt' }).click();
        await page.getByRole('button', { name: 'AI details' }).click();
      },
      texts: [
        'Allowed by the validator',
        'By the fallback provider',
        'Cut off at Max tokens',
        'who.int',
      ],
    },
    ...evidenceScreens,
    ...adminPictures,
    {
      ...conversations,
      path: `/?thread=${idOf(31)}`,
      name: 'admin-thread-opted-out',
      caption: 'A number that opted out before it was verified',
      answers: {
        'GET /api/threads/:id/messages': {
          json: {
            thread: aThread({ ...missing, isOptedOut: true }),
            messages: [aMessage({ body: 'STOP', createdAt: longAgo })],
            nextCursor: null,
          },
        },
      },
      texts: ['opted out of texts from Ada. Only they can opt back in, by texting START.'],
    },
    {
      ...conversations,
      path: `/?thread=${idOf(32)}`,
      name: 'admin-thread-human',
      caption: 'Someone on Apple Messages who asked for a person',
      answers: {
        'GET /api/threads': {
          json: { threads: [wantsHuman, aThread({ ...missing, ...closed })], nextCursor: null },
        },
        'GET /api/threads/:id/messages': {
          json: {
            thread: wantsHuman,
            messages: [
              aMessage({
                id: idOf(42),
                createdAt: longAgo,
                direction: 'outbound',
                origin: 'system',
                body: "Of course. We've told the team behind Ada: a person will answer you here as soon as they can.",
                delivery: { state: 'sent', reason: null },
              }),
              aMessage({
                body: 'Agent',
                createdAt: longAgo,
                answer: anAnswer({ state: 'recorded', guard: 'human' }),
              }),
            ],
            nextCursor: null,
          },
        },
      },
      texts: ['asked for a person', 'Asked for a person'],
    },
    {
      ...conversations,
      path: '/?q=fractions',
      name: 'admin-conversations-hits',
      caption: 'People, conversations and messages that a search finds',
      answers: { 'GET /api/search': { json: hits } },
      texts: ['People', 'Messages', 'with fractions', 'No conversation yet', longWord],
    },
    {
      ...conversations,
      name: 'admin-conversations-search',
      caption: 'Nothing found',
      action: (page) => page.getByLabel('Search people and messages').fill('zebra'),
      texts: ['zebra'],
    },
    {
      ...conversations,
      path: '/?state=failed',
      name: 'admin-conversations-operators',
      caption: 'A search among the failed conversations, while an operator is typed',
      action: (page) => page.getByLabel('Search people and messages').fill('zebra expert:'),
      texts: ['Failed', 'expert:Ada', 'zebra', 'Search all conversations'],
    },
    {
      ...conversations,
      name: 'admin-conversations-loading',
      caption: 'Conversations, loading',
      answers: { 'GET /api/threads': 'never' },
    },
    {
      ...conversations,
      name: 'admin-conversations-empty',
      caption: 'Before anybody has written',
      answers: { 'GET /api/threads': { json: { threads: [], nextCursor: null } } },
      texts: ['No conversations yet', 'Open the sandbox phone'],
    },
    {
      ...conversations,
      name: 'admin-conversations-error',
      caption: 'Conversations that could not be loaded',
      answers: { 'GET /api/threads': broken },
      texts: ['Unable to load conversations', broken.message],
    },
    {
      ...conversations,
      name: 'admin-menu',
      caption: 'The menu',
      only: 'phone',
      action: openMenu,
      texts: ['AI Providers', 'admin@example.com', 'Pro Plan'],
    },
    {
      ...conversations,
      name: 'admin-privacy',
      caption: 'Privacy Policy, from the sidebar',
      only: 'desk',
      action: openDocument('Privacy Policy', 'Privacy'),
      texts: ['We do not sell your data.'],
    },
    {
      who: 'admin',
      name: 'admin-not-found',
      caption: 'An address that does not exist',
      path: '/nowhere',
      title: 'Page not found · Sagewire',
      heading: '404 Page Not Found',
      texts: ['Did you forget to add the page to the router?'],
    },
    {
      ...conversations,
      path: '/conversations?with=out&from=2025-01-01&to=2099-12-31',
      name: 'admin-conversations-narrowed',
      caption: 'The conversations behind a number',
      texts: ['Messages out · Jan 1, 2025 – Dec 31, 2099', 'Mia Chen'],
    },
    {
      ...conversations,
      path: '/conversations?with=failed&from=2025-01-01&to=2025-01-03',
      name: 'admin-conversations-narrowed-empty',
      caption: 'A number with no conversations behind it any more',
      texts: ['No conversations found', 'Show all conversations'],
    },
  ],
};
