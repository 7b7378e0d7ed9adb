import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FailuresReply } from '#shared/api/thread-filters.ts';
import { failWith } from '#test/web/fake-api.ts';
import { anAdmin, aThread, noThreads } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const at = '2026-03-01T12:00:00.000Z';
const idOf = (index: number) => `01890000-0000-7000-8000-00000000000${index}`;
const threads = ['Mia', 'Noah', 'Omar', 'Priya'].map((name, index) =>
  aThread({
    id: idOf(index),
    hasFailed: true,
    person: {
      id: idOf(index),
      name,
      email: `${name}@example.com`,
      messageCount: 0,
      paidMessages: 5,
      subExpiration: null,
    },
  }),
);
const idsOf = (...names: string[]) =>
  threads.filter(({ person }) => names.includes(person?.name ?? '')).map(({ id }) => id);

const allDone = (ids: string[]): FailuresReply => ({
  at,
  results: ids.map((threadId) => ({ threadId, messages: 1, refusal: null })),
});

async function renderFailed(path = '/?state=failed', matching = threads.length) {
  const view = renderApp(path, anAdmin());
  view.api.on('GET /api/threads', { threads, nextCursor: null });
  const counts = { ...noThreads, failed: matching, noCredit: 0 };
  view.api.on('GET /api/threads/counts', { counts });
  view.api.on('GET /api/threads/experts', { experts: [] });
  view.api.on('POST /api/threads/failures', allDone(idsOf('Mia')));
  await screen.findByRole('checkbox', { name: 'Select Mia' });
  return view;
}

const checkbox = (name: string) => screen.getByRole('checkbox', { name });
const button = (name: string) => screen.getByRole('button', { name });
const sent = (view: Awaited<ReturnType<typeof renderFailed>>) =>
  view.api.bodiesOf('POST /api/threads/failures');

describe('failed conversations', () => {
  it('are selected one by one or as a range, and repaired', async () => {
    const view = await renderFailed();
    expect(screen.queryByRole('button', { name: 'Repair' })).toBeNull();
    await view.user.click(checkbox('Select Noah'));
    await view.user.keyboard('{Shift>}');
    await view.user.click(checkbox('Select Priya'));
    await view.user.keyboard('{/Shift}');
    expect(screen.getByText('3 selected')).toBeDefined();
    await view.user.click(checkbox('Select Omar'));
    view.api.on('POST /api/threads/failures', allDone(idsOf('Noah', 'Priya')));
    await view.user.click(button('Repair'));
    await findToast('Sending or answering again in 2 conversations');
    expect(sent(view)).toEqual([{ action: 'repair', threadIds: idsOf('Noah', 'Priya') }]);
    expect(screen.queryByRole('button', { name: 'Repair' })).toBeNull();
    expect(document.activeElement).toBe(checkbox('Select all that match'));
  });

  it('are selected by keyboard', async () => {
    const view = await renderFailed();
    await view.user.keyboard('jxjj{Shift>}X{/Shift}');
    expect(screen.getByText('3 selected')).toBeDefined();
    await view.user.keyboard('x');
    expect(screen.getByText('2 selected')).toBeDefined();
  });

  it('are repaired where all match, and show which were skipped', async () => {
    const view = await renderFailed('/?state=failed&channel=SMS&from=2026-03-01', 1234);
    await view.user.click(checkbox('Select all that match'));
    expect(screen.getByText('Newest 200 of 1,234')).toBeDefined();
    const refusal = 'This person has opted out of texts from Ada.';
    const [mia, noah, omar] = idsOf('Mia', 'Noah', 'Omar') as [string, string, string];
    view.api.on('POST /api/threads/failures', {
      at,
      results: [
        { threadId: mia, messages: 1, refusal: null },
        { threadId: noah, messages: 0, refusal },
        { threadId: omar, messages: 0, refusal: null },
      ],
    });
    await view.user.click(button('Repair'));
    const toast = within(await findToast('Sending or answering again'));
    expect(toast.getByText('One conversation was skipped: the list shows why.')).toBeDefined();
    expect(sent(view)).toEqual([
      { action: 'repair', all: true, channel: 'SMS', from: '2026-03-01' },
    ]);
    expect(screen.getByText(refusal)).toBeDefined();
    expect(screen.getByText('Nothing here can be sent or answered again.')).toBeDefined();
    // Those left are selected for the next step.
    await view.user.click(button('Dismiss'));
    await waitFor(() => expect(sent(view)).toHaveLength(2));
    expect(sent(view)[1]).toMatchObject({ action: 'dismiss', threadIds: [noah, omar] });
  });

  it('are resolved by key, say which were skipped, and come back by Undo', async () => {
    const view = await renderFailed();
    const [mia, noah] = idsOf('Mia', 'Noah') as [string, string];
    const refusal = 'A crisis: open it, and resolve it by itself.';
    view.api.on('POST /api/threads/gestures', {
      results: [
        { threadId: mia, isDone: true, refusal: null },
        { threadId: noah, isDone: false, refusal },
      ],
    });
    await view.user.keyboard('jxjxe');
    const toast = within(await findToast('One conversation resolved'));
    expect(toast.getByText(`One was skipped. ${refusal}`)).toBeDefined();
    await view.user.click(toast.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(view.api.bodiesOf('POST /api/threads/gestures')).toEqual([
        { action: 'resolve', threadIds: [mia, noah] },
        { action: 'undo', threadIds: [mia] },
      ]),
    );
  });

  it('are assigned to me, all that match', async () => {
    const view = await renderFailed();
    view.api.on('POST /api/threads/gestures', { results: [] });
    await view.user.click(checkbox('Select all that match'));
    await view.user.click(button('Assign to me'));
    await findToast('Nothing changed');
    expect(view.api.bodiesOf('POST /api/threads/gestures')).toEqual([
      { action: 'assign', assignTo: anAdmin().id, all: true, state: 'failed' },
    ]);
  });

  it('are dismissed, and come back by Undo', async () => {
    const view = await renderFailed();
    await view.user.click(checkbox('Select all that match'));
    expect(screen.getByText('All 4 selected')).toBeDefined();
    const all = threads.map(({ id }) => id);
    view.api.on('POST /api/threads/failures', allDone(all));
    await view.user.click(button('Dismiss'));
    const toast = within(await findToast('Failures dismissed in 4 conversations'));
    await view.user.click(toast.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(sent(view)).toEqual([
        { action: 'dismiss', all: true },
        { action: 'restore', threadIds: all, at },
      ]),
    );
  });

  it('are not sent again after Undo, which says when it came too late', async () => {
    const view = await renderFailed();
    const mia = idsOf('Mia');
    await view.user.click(checkbox('Select Mia'));
    await view.user.click(button('Repair'));
    const toast = within(await findToast('Sending or answering again'));
    const nothing = { at, results: [{ threadId: mia[0] as string, messages: 0, refusal: null }] };
    view.api.on('POST /api/threads/failures', nothing);
    await view.user.click(toast.getByRole('button', { name: 'Undo' }));
    await findToast('Too late to undo');
    expect(sent(view)[1]).toEqual({ action: 'restore', threadIds: mia, at });
  });

  it('stay selected when the request fails', async () => {
    const view = await renderFailed();
    await view.user.click(checkbox('Select Mia'));
    view.api.on('POST /api/threads/failures', failWith(500, 'Oops'));
    await view.user.click(button('Repair'));
    await findToast('Update failed');
    expect(screen.getByText('1 selected')).toBeDefined();
  });

  it('are a choice of that list only', async () => {
    const view = await renderFailed();
    await view.user.click(checkbox('Select Mia'));
    await view.user.click(button('All'));
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
  });
});
