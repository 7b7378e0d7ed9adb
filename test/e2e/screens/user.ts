import type { ConnectReply } from '#shared/api/experts.ts';
import type { ChannelKey } from '#shared/channels.ts';
import { aMessage, aPublicExpert, aThread, aUser } from '#test/web/fixtures.ts';
import { openDialog, openDocument, openMenu } from './actions.ts';
import type { Answers } from './answers.ts';
import { evidenceForPeople } from './evidence-screens.ts';
import { userExpertPages } from './expert-pages.ts';
import { userPictures } from './picture-screens.ts';
import { broken, idOf, longAgo, longTagline, longText, longWord } from './samples.ts';
import type { Section } from './screen.ts';

const experts = {
  who: 'mia',
  path: '/user/experts',
  title: 'Experts · Sagewire',
  heading: 'Find your expert',
} as const;
const conversations = {
  who: 'mia',
  path: '/user/conversations',
  title: 'Conversations · Sagewire',
  heading: 'Conversations',
} as const;
const thread = {
  who: 'mia',
  path: `/threads/${idOf(30)}`,
  title: 'Conversation · Sagewire',
  heading: 'Conversation',
} as const;

const connectingBy = (channel: ChannelKey, reply: Partial<ConnectReply> = {}): Answers => ({
  'GET /api/experts/public': {
    json: { experts: [aPublicExpert({ channel, connection: 'pending' })] },
  },
  'POST /api/experts/:id/connect': {
    json: {
      state: 'pending',
      threadId: null,
      message: 'Send the code to start.',
      link: 'https://wa.me/12025550100?text=CONNECT%204K7M9QXT',
      code: '4K7M9QXT',
      ...reply,
    },
  },
});

export const user: Section = {
  title: 'For users',
  screens: [
    {
      ...experts,
      name: 'user-experts',
      caption: 'Experts',
      texts: ['Numbers, gently', 'Open conversation', 'Connect Now'],
    },
    {
      ...experts,
      who: 'nora',
      name: 'user-experts-connecting',
      caption: 'Experts, after Connect Now',
      answers: {
        'GET /api/experts/public': {
          json: {
            experts: [
              aPublicExpert({ connection: 'pending' }),
              aPublicExpert({ id: idOf(11), displayName: 'Sol', tagline: 'Kitchen science' }),
            ],
          },
        },
      },
      texts: ['Reply YES on your phone'],
    },
    {
      ...experts,
      who: 'nora',
      name: 'user-experts-code',
      caption: 'Experts, connecting where the person must write first',
      answers: connectingBy('WHATSAPP'),
      action: async (page) => {
        await openDialog('Show the code', 'Say hello to Ada')(page);
        await page.getByLabel('QR code that opens WhatsApp').waitFor({ state: 'attached' });
      },
      texts: ['CONNECT 4K7M9QXT', 'Open WhatsApp'],
    },
    {
      ...experts,
      who: 'nora',
      name: 'user-experts-code-old',
      caption: 'Experts, an expired code',
      answers: connectingBy('AMB', { codeExpiresAt: '2026-01-01T00:00:00Z' }),
      action: openDialog('Show the code', 'Say hello to Ada'),
      texts: ['This code has expired.', 'Get a new code'],
    },
    {
      ...experts,
      who: 'nora',
      name: 'user-experts-code-pending',
      caption: 'Experts, waiting for a code',
      answers: connectingBy('AMB'),
      texts: ['Say hello in Apple Messages', 'Show the code'],
    },
    {
      ...experts,
      who: 'nora',
      name: 'user-experts-code-needless',
      caption: 'Experts, connected at once by a verified number',
      answers: connectingBy('WHATSAPP', { state: 'active', threadId: idOf(30) }),
      action: openDialog('Show the code', "You're connected with Ada"),
      texts: ['Open WhatsApp', 'Open conversation'],
    },
    {
      ...experts,
      name: 'user-experts-loading',
      caption: 'Experts, loading',
      answers: { 'GET /api/experts/public': 'never' },
      texts: ['Loading experts'],
    },
    {
      ...experts,
      name: 'user-experts-empty',
      caption: 'Experts, before there are any',
      answers: { 'GET /api/experts/public': { json: { experts: [] } } },
      texts: ['No experts yet'],
    },
    {
      ...experts,
      name: 'user-experts-error',
      caption: 'Experts that could not be loaded',
      answers: { 'GET /api/experts/public': broken },
      texts: ['Unable to load experts', 'An error occurred while loading experts.'],
    },
    {
      ...experts,
      name: 'user-experts-long',
      caption: 'Experts with long names and texts',
      answers: {
        'GET /api/experts/public': {
          json: {
            experts: [
              aPublicExpert({ displayName: longWord, tagline: longTagline, description: longText }),
              aPublicExpert({ id: idOf(11), tagline: null, description: null, channel: 'AMB' }),
            ],
          },
        },
      },
      texts: [longWord],
    },
    ...userExpertPages,
    {
      ...experts,
      name: 'user-menu',
      caption: 'The menu',
      action: openMenu,
      texts: ['Conversations', 'Subscription', 'Settings', 'Log out', 'mia@example.com'],
    },
    {
      ...experts,
      name: 'user-terms',
      caption: 'Terms of Service, from the footer',
      action: openDocument('Terms of Service', 'Terms'),
      texts: ['one reply per message'],
    },
    {
      ...conversations,
      name: 'user-conversations',
      caption: 'Conversations',
      texts: ['Fractions, patiently'],
    },
    {
      ...conversations,
      who: 'nora',
      name: 'user-conversations-empty',
      caption: 'Conversations, before the first',
      texts: ['No conversations yet', 'Find your expert'],
    },
    {
      ...conversations,
      name: 'user-conversations-loading',
      caption: 'Conversations, loading',
      answers: { 'GET /api/threads': 'never' },
      texts: ['Loading conversations'],
    },
    {
      ...conversations,
      name: 'user-conversations-error',
      caption: 'Conversations that could not be loaded',
      answers: { 'GET /api/threads': broken },
      texts: ['Unable to load conversations', broken.message],
    },
    {
      ...conversations,
      name: 'user-conversations-long',
      caption: 'Conversations with long titles and texts',
      answers: {
        'GET /api/threads': {
          json: {
            threads: [aThread({ title: longText, lastMessage: longText, lastMessageAt: longAgo })],
            nextCursor: null,
          },
        },
      },
      texts: [longWord],
    },
    {
      ...thread,
      path: ({ threadId }) => `/threads/${threadId}`,
      title: 'Fractions, patiently · Sagewire',
      heading: 'Fractions, patiently',
      name: 'user-thread',
      caption: 'A conversation',
      texts: ['Hi Ada, my daughter has a test on Friday.', "Ada's answer appears here."],
    },
    evidenceForPeople,
    {
      ...thread,
      name: 'user-thread-long',
      caption: 'A conversation with long texts, and one that failed',
      title: `${longWord} · Sagewire`,
      heading: longWord,
      answers: {
        'GET /api/threads/:id/messages': {
          json: {
            thread: aThread({ title: longWord }),
            messages: [
              aMessage({
                id: idOf(43),
                createdAt: longAgo,
                direction: 'outbound',
                origin: 'ai',
                body: 'This one never reached the phone.',
                delivery: { state: 'failed', reason: 'The phone is switched off' },
              }),
              aMessage({ id: idOf(42), body: 'OK', createdAt: longAgo }),
              aMessage({
                id: idOf(41),
                createdAt: longAgo,
                direction: 'outbound',
                origin: 'ai',
                body: longText,
                delivery: { state: 'delivered', reason: null },
              }),
              aMessage({ body: longText, createdAt: longAgo }),
            ],
            nextCursor: null,
          },
        },
      },
      texts: ['This one never reached the phone.', 'The phone is switched off'],
    },
    {
      ...thread,
      name: 'user-thread-unpaid',
      title: 'Fractions, patiently · Sagewire',
      heading: 'Fractions, patiently',
      caption: 'A conversation in which no messages are left',
      answers: {
        'GET /api/auth/user': { json: { user: aUser({ messageCount: 5 }) } },
        'GET /api/threads/:id/messages': {
          json: {
            thread: aThread(),
            messages: [aMessage({ isUnpaid: true, createdAt: longAgo })],
            nextCursor: null,
          },
        },
      },
      texts: ['Not answered: no messages left', 'You have no messages left.', 'Choose a plan'],
    },
    ...userPictures,
    {
      ...thread,
      name: 'user-thread-loading',
      caption: 'A conversation, loading',
      answers: { 'GET /api/threads/:id/messages': 'never' },
    },
    {
      ...thread,
      name: 'user-thread-missing',
      caption: 'A conversation that does not exist, or belongs to someone else',
      answers: {
        'GET /api/threads/:id/messages': { status: 404, message: 'Conversation not found' },
      },
      texts: ['It does not exist, or it belongs to someone else.'],
    },
    {
      ...thread,
      name: 'user-thread-error',
      caption: 'A conversation that could not be loaded',
      answers: { 'GET /api/threads/:id/messages': broken },
      texts: ['Unable to load this conversation', broken.message],
    },
    {
      who: 'mia',
      name: 'user-not-found',
      caption: 'An address that does not exist',
      path: '/user/nowhere',
      title: 'Page not found · Sagewire',
      heading: '404 Page Not Found',
      texts: ['Did you forget to add the page to the router?'],
    },
  ],
};
