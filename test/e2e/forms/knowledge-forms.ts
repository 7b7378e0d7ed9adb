import type { Page } from 'playwright-core';
import { expertsReply } from '#shared/api/experts.ts';
import { sourcesReply, unansweredReply } from '#shared/api/knowledge.ts';
import { callApi } from '../api.ts';
import { openDialog } from '../screens/actions.ts';
import { clickButton, type Form, type Place } from './form.ts';

/** Of an expert that has no other forms, so that no text of them changes an answer. */
const noor = ({ expertIds }: Place) => `/experts/${expertIds.Noor}`;
const added = {
  who: 'admin',
  path: noor,
  pending: 'Adding...',
  call: 'POST /api/experts/:id/sources',
  done: 'Source added',
  failed: 'Failed to add the source',
} as const;
const toasts = 'About toasts';
/** None is like another: an answer to one would answer the other, too. */
const openQuestions = [
  'do you sell espresso machines',
  'may my dog come along',
  'who built the mill',
  // For stories that are tried again.
  'can i rent the oven',
  'is there parking outside',
  'do you ship to france',
];
let asked = 0;

export const knowledgeForms: Form[] = [
  {
    ...added,
    name: 'Pasted text',
    open: openDialog('Paste text', 'Paste a text'),
    dialog: 'Paste a text',
    fields: (number) => ({
      Title: `Prices ${number}`,
      Text: `A letter costs $${number}.`,
      'Valid from': '2026-06-01',
    }),
    send: clickButton('Add', 'Paste a text'),
  },
  {
    ...added,
    name: 'Question and answer',
    open: openDialog('Question and answer', 'Write a question and answer'),
    dialog: 'Write a question and answer',
    fields: (number) => ({
      Question: `What does a speech of ${number} words cost?`,
      Answer: `It costs $${number}.`,
    }),
    send: clickButton('Add', 'Write a question and answer'),
  },
  {
    ...added,
    name: 'Web page',
    open: openDialog('Web page', 'Add a web page'),
    dialog: 'Add a web page',
    fields: (number) => ({ Address: `https://words.example/prices/${number}` }),
    send: clickButton('Add', 'Add a web page'),
  },
  {
    name: 'Source',
    who: 'admin',
    path: noor,
    prepare: addToasts,
    open: openEdit,
    dialog: `Edit ${toasts}`,
    fields: (number) => ({ Title: `${toasts} ${number}`, 'Valid until': '2090-12-31' }),
    send: saveSource,
    pending: 'Saving...',
    call: 'PATCH /api/experts/:id/sources/:sourceId',
    done: 'Source updated',
    failed: 'Failed to update the source',
  },
  {
    name: 'Answer to an open question',
    who: 'admin',
    path: ({ expertIds }) => `/experts/${expertIds.Sol}`,
    prepare: askSol,
    open: openAnswer,
    dialog: 'Answer a question',
    fields: (number) => ({ Answer: `The team knows: ${number}.` }),
    send: clickButton('Add answer', 'Answer a question'),
    pending: 'Adding...',
    call: 'POST /api/unanswered/:messageId/answer',
    done: 'Answer added',
    failed: 'Failed to add the answer',
  },
];

async function getExpertPath(url: string, token: string, name: string): Promise<string> {
  const { experts } = expertsReply.parse(await callApi(`${url}/api/experts`, { token }));
  return `${url}/api/experts/${experts.find(({ displayName }) => displayName === name)?.id}`;
}

/** Once: each story gives it another title. */
async function addToasts(url: string, token: string): Promise<void> {
  const path = `${await getExpertPath(url, token, 'Noor')}/sources`;
  const { sources } = sourcesReply.parse(await callApi(path, { token }));
  if (sources.some(({ title }) => title.startsWith(toasts))) return;
  await callApi(path, { token, body: { title: toasts, text: 'A toast is short.' } });
}

async function openEdit(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Edit ${toasts}` }).click();
  await page.getByRole('dialog', { name: `Edit ${toasts}` }).waitFor();
}

async function saveSource(page: Page, times: 1 | 2): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Edit ${toasts}` });
  await dialog.getByRole('button', { name: 'Save changes' }).click({ clickCount: times });
}

/** Each story answers a question of its own. */
async function askSol(url: string, token: string): Promise<void> {
  const body = openQuestions[asked] ?? '';
  asked += 1;
  const text = { from: '+12025550171', to: '+12025550101', body };
  await callApi(`${url}/sandbox/api/send`, { body: text });
  const path = `${await getExpertPath(url, token, 'Sol')}/unanswered`;
  const giveUpAt = Date.now() + 60_000;
  while (Date.now() < giveUpAt) {
    const { questions } = unansweredReply.parse(await callApi(path, { token }));
    if (questions.some(({ question }) => question === body)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The question is not among those without an answer');
}

async function openAnswer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Answer: ' }).first().click();
  await page.getByRole('dialog', { name: 'Answer a question' }).waitFor();
}
