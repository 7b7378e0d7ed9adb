import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anAnalyticsReply } from '#test/web/analytics-fixtures.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { anAdmin, anExpert, aProvider, aVersion } from '#test/web/fixtures.ts';
import { aSource, sourceDetails, sourcesReply } from '#test/web/knowledge-fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const expert = anExpert();
const words = { question: 'Do you sell coffee?', answer: 'From 7:00.' };
const pair = aSource({ kind: 'pair', title: words.question, origin: null, canReadAgain: false });
const patch = `PATCH /api/experts/${expert.id}/sources/${pair.id}`;
const options = { validFrom: null, validUntil: null, isQuotable: true };

async function openEdit(details = sourceDetails({ source: pair, pair: words })) {
  const view = renderApp(`/experts/${expert.id}`, anAdmin());
  view.api
    .on('GET /api/experts', { experts: [expert] })
    .on('GET /api/experts/:id', { expert })
    .on('GET /api/experts/:id/versions', { versions: [aVersion()], nextCursor: null })
    .on('GET /api/experts/:id/checklist', { steps: [], canSetWebhook: false })
    .on('GET /api/providers', { providers: [aProvider()] })
    .on('GET /api/analytics', anAnalyticsReply())
    .on('GET /api/experts/:id/sources', sourcesReply([pair]))
    .on('GET /api/experts/:id/sources/:sourceId', details)
    .on('PATCH /api/experts/:id/sources/:sourceId', { source: pair });
  const open = async () =>
    view.user.click(await screen.findByRole('button', { name: `Edit ${words.question}` }));
  return { ...view, open };
}

async function findForm() {
  const dialog = within(await screen.findByRole('dialog', { name: `Edit ${words.question}` }));
  await dialog.findByLabelText('Answer');
  return {
    ...dialog,
    fill: (label: string, value: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value } }),
    valueOf: (label: string) => dialog.getByLabelText<HTMLTextAreaElement>(label).value,
  };
}

it('a question and its answer are reworded, and their title follows until it is given', async () => {
  const { api, user, open } = await openEdit();
  await open();
  const form = await findForm();
  expect([form.valueOf('Question'), form.valueOf('Answer')]).toEqual(Object.values(words));
  form.fill('Answer', 'From 8:00.');
  await user.click(form.getByRole('button', { name: 'Save changes' }));
  await findToast('Source updated');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement?.textContent).toBe(words.question);

  api.on(
    'GET /api/experts/:id/sources/:sourceId',
    sourceDetails({ source: pair, pair: { ...words, answer: 'From 8:00.' } }),
  );
  await open();
  const again = await findForm();
  expect(again.valueOf('Answer')).toBe('From 8:00.');
  again.fill('Title', 'Coffee');
  await user.click(again.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.bodiesOf(patch)).toEqual([
    { ...words, answer: 'From 8:00.', ...options },
    { title: 'Coffee', ...words, answer: 'From 8:00.', ...options },
  ]);
});

it('a pair that is there already, or has no words, is refused in the form', async () => {
  const { api, user, open } = await openEdit();
  const refusal = 'This is there already, as "Coffee?".';
  api.on('PATCH /api/experts/:id/sources/:sourceId', failWith(409, refusal));
  await open();
  const form = await findForm();
  form.fill('Answer', '');
  await user.click(form.getByRole('button', { name: 'Save changes' }));
  expect(await form.findByText('Answer is required')).toBeDefined();
  form.fill('Answer', 'From 9:00.');
  await user.click(form.getByRole('button', { name: 'Save changes' }));
  expect(await form.findByText(refusal)).toBeDefined();
  expect(document.activeElement).toBe(form.getByLabelText('Question'));
});

it('its words are loaded first, and say why they could not be', async () => {
  const { api, user, open } = await openEdit();
  api.on('GET /api/experts/:id/sources/:sourceId', neverAnswer());
  await open();
  expect(await screen.findByText('Loading the source')).toBeDefined();
  await user.keyboard('{Escape}');
  api.on('GET /api/experts/:id/sources/:sourceId', failWith(500, 'The database is resting.'));
  await open();
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('The database is resting.');
  const loaded = sourceDetails({ source: pair, pair: words });
  api.on('GET /api/experts/:id/sources/:sourceId', loaded);
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await findForm();
});
