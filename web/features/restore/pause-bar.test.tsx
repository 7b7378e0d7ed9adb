import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Pause } from '#shared/api/restore.ts';
import { failWith } from '#test/web/fake-api.ts';
import { anAdmin, aPause } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

function renderPaused(change: Partial<Pause> = {}, role: 'ADMIN' | 'AGENT' = 'ADMIN') {
  const view = renderApp('/nowhere', anAdmin({ role }));
  view.api.on('GET /api/restore', { pause: aPause(change) });
  view.api.on('GET /api/threads', { threads: [], nextCursor: null });
  return view;
}

const findBar = async () => within(await screen.findByRole('region', { name: 'Paused' }));
const groupOf = (bar: Awaited<ReturnType<typeof findBar>>, name: string) =>
  within(bar.getByRole('group', { name }));

it('every admin page says what is paused and what waited', async () => {
  renderPaused();
  const bar = await findBar();
  expect(bar.getByText(/No text leaves and no model is asked until you choose/)).toBeDefined();
  expect(bar.getByText('3 texts had no answer yet.')).toBeDefined();
  expect(bar.getByText('1 text had not gone out yet.')).toBeDefined();
  expect(bar.getByText(/2 texts have arrived since, and will be answered\./)).toBeDefined();
  expect(bar.getByText(/payments since the backup are being fetched/)).toBeDefined();
});

it('a choice is made once it is confirmed, and the last one ends the pause', async () => {
  const { api, user } = renderPaused();
  const bar = await findBar();
  await user.click(groupOf(bar, 'Not answered').getByRole('button', { name: 'Close them' }));
  let dialog = within(await screen.findByRole('alertdialog', { name: 'Close 3 texts?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(api.bodiesOf('POST /api/restore/choices')).toEqual([]);

  const answering = { waiting: { count: 3, choice: 'answer' as const } };
  api.on('POST /api/restore/choices', { pause: aPause(answering) });
  await user.click(groupOf(bar, 'Not answered').getByRole('button', { name: 'Answer them' }));
  dialog = within(await screen.findByRole('alertdialog', { name: 'Answer 3 texts?' }));
  await user.click(dialog.getByRole('button', { name: 'Answer them' }));
  await screen.findByText('3 texts had no answer yet. They will be answered.');

  api.on('POST /api/restore/choices', { pause: null });
  await user.click(groupOf(bar, 'Not sent').getByRole('button', { name: 'Send them' }));
  dialog = within(await screen.findByRole('alertdialog', { name: 'Send 1 text?' }));
  await user.click(dialog.getByRole('button', { name: 'Send them' }));
  await findToast('Texts are answered and sent again');
  expect(screen.queryByRole('region', { name: 'Paused' })).toBeNull();
  expect(api.bodiesOf('POST /api/restore/choices')).toEqual([
    { waiting: 'answer' },
    { unsent: 'send' },
  ]);
});

it('where nothing waited, one button resumes', async () => {
  const none = { count: 0, choice: null };
  const { api, user } = renderPaused({ waiting: none, unsent: none, arrived: 0 });
  const bar = await findBar();
  await user.click(bar.getByRole('button', { name: 'Resume' }));
  api.on('POST /api/restore/choices', failWith(503, 'The database does not answer.'));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Resume?' }));
  await user.click(dialog.getByRole('button', { name: 'Resume' }));
  await findToast('Choice failed');
});

it('agents are told, and choose nothing', async () => {
  renderPaused({}, 'AGENT');
  const bar = await findBar();
  expect(bar.getByText(/until an admin chooses/)).toBeDefined();
  expect(bar.queryByRole('button')).toBeNull();
});
