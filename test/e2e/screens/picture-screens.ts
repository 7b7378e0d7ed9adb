import { fileURLToPath } from 'node:url';
import { aMessage, anAnswer, anAttachment, aThread } from '#test/web/fixtures.ts';
import type { Answers } from './answers.ts';
import { broken, idOf, longAgo } from './samples.ts';
import type { Screen } from './screen.ts';

const size = { width: 640, height: 480 };
const sizeUnknown = { width: null, height: null };
const reason = 'The picture is larger than 5 MB.';

/** Newest first. */
const messages = [
  aMessage({
    id: idOf(44),
    createdAt: longAgo,
    body: '',
    attachments: [anAttachment({ id: idOf(53), state: 'waiting', ...sizeUnknown })],
    answer: anAnswer({ state: 'waiting' }),
  }),
  aMessage({
    id: idOf(43),
    createdAt: longAgo,
    direction: 'outbound',
    origin: 'ai',
    body: 'The white is set and the yolk still shines: take it off now.',
    delivery: { state: 'read', reason: null },
  }),
  aMessage({
    id: idOf(42),
    createdAt: longAgo,
    body: 'Is it done?',
    attachments: [
      anAttachment({ id: idOf(51), ...size }),
      anAttachment({ id: idOf(52), state: 'failed', reason, ...sizeUnknown }),
    ],
    answer: anAnswer(),
  }),
];

const pan = { path: fileURLToPath(import.meta.resolve('#sandbox/pictures/pan.png')) };

type PictureAnswer = Answers['GET /api/threads/:id/attachments/:attachmentId'];

const withPictures = (picture: PictureAnswer): Answers => ({
  'GET /api/threads/:id/messages': { json: { thread: aThread(), messages, nextCursor: null } },
  'GET /api/threads/:id/attachments/:attachmentId': picture,
});

const ofUser = {
  who: 'mia',
  path: `/threads/${idOf(30)}`,
  title: 'Fractions, patiently · Sagewire',
  heading: 'Fractions, patiently',
} as const;
const ofAdmin = {
  who: 'admin',
  path: `/?thread=${idOf(30)}`,
  title: 'Conversations · Sagewire',
  heading: 'Conversations',
} as const;
const shown = 'A conversation with pictures: shown, too large, on its way';

export const userPictures: Screen[] = [
  {
    ...ofUser,
    name: 'user-thread-pictures',
    caption: shown,
    answers: withPictures(pan),
    action: async (page) => {
      await page.getByRole('button', { name: 'Picture 1 of 2 from you, show larger' }).waitFor();
    },
    texts: ['Is it done?', reason, 'A picture is loading.'],
  },
  {
    ...ofUser,
    name: 'user-thread-pictures-loading',
    caption: 'A conversation whose pictures are loading',
    answers: withPictures('never'),
    action: async (page) => {
      await page.getByRole('button', { name: 'Picture 1 of 2 from you, loading' }).waitFor();
    },
  },
];

export const adminPictures: Screen[] = [
  {
    ...ofAdmin,
    name: 'admin-thread-pictures',
    caption: shown,
    answers: withPictures(pan),
    action: async (page) => {
      await page.getByRole('button', { name: /^Picture 1 of 2 .*, show larger$/ }).waitFor();
    },
    texts: [reason, 'A picture is loading.'],
  },
  {
    ...ofAdmin,
    name: 'admin-thread-pictures-error',
    caption: 'A conversation whose pictures could not be loaded',
    answers: withPictures(broken),
    texts: ['Unable to load the picture.', 'Try again'],
  },
];
