import type { Page } from 'playwright-core';
import { aMessageHit, aSearchReply } from '#test/web/fixtures.ts';
import { idOf, longText, longWord } from './samples.ts';
import type { Section } from './screen.ts';

const conversations = {
  who: 'admin',
  path: ({ threadId }: { threadId: string }) => `/?thread=${threadId}`,
  title: 'Conversations · Sagewire',
  heading: 'Conversations',
} as const;

const found = aSearchReply({
  people: [
    { userId: idOf(33), name: 'Adam Ito', email: 'a@example.com', address: null, threadId: null },
    { userId: idOf(34), name: longWord, email: 'f@example.com', address: null, threadId: null },
    { userId: null, name: null, email: null, address: '+12025550177', threadId: idOf(35) },
  ],
  threads: [
    aMessageHit(),
    aMessageHit({ threadId: idOf(36), title: longText, personName: longWord }),
  ],
});

function press(keys: string, dialog: string) {
  return async (page: Page): Promise<void> => {
    await page.getByText('Hi Ada, my daughter has a test on Friday.').waitFor();
    await page.keyboard.press(keys);
    await page.getByRole('dialog', { name: dialog }).waitFor();
  };
}

function goTo(text: string) {
  return async (page: Page): Promise<void> => {
    await press('Control+k', 'Go to')(page);
    await page.getByRole('combobox', { name: 'Go to' }).fill(text);
  };
}

export const adminKeyboard: Section = {
  title: 'The keyboard',
  screens: [
    {
      ...conversations,
      name: 'admin-shortcuts',
      caption: 'The shortcuts',
      action: press('?', 'Keyboard'),
      texts: ['In a conversation', 'Resolve or reopen it, or resolve the selection'],
    },
    {
      ...conversations,
      name: 'admin-palette',
      caption: 'Where one can go, and what one can do here',
      action: press('Control+k', 'Go to'),
      texts: ['Assign to me', 'AI Testing'],
    },
    {
      ...conversations,
      name: 'admin-palette-found',
      caption: 'What it finds',
      answers: { 'GET /api/search': { json: found } },
      action: goTo('ada'),
      texts: ['Adam Ito', 'Fractions, patiently', 'Search messages for "ada"'],
    },
    {
      ...conversations,
      name: 'admin-palette-searching',
      caption: 'While it searches',
      answers: { 'GET /api/search': 'never' },
      action: goTo('compound'),
      texts: ['Searching', 'Search messages for "compound"'],
    },
    {
      who: 'mia',
      path: '/user/settings',
      title: 'Settings · Sagewire',
      heading: 'Settings',
      name: 'user-palette-empty',
      caption: 'For users: nothing found',
      action: async (page) => {
        await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Go to' }).fill('zzz');
      },
      texts: ['Nothing found'],
    },
  ],
};
