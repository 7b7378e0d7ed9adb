import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CountedView } from '#shared/api/saved-views.ts';
import type { Thread } from '#shared/api/threads.ts';
import { failWith } from '#test/web/fake-api.ts';
import {
  aMessage,
  anAdmin,
  anAgent,
  aSearchReply,
  aThread,
  idOf,
  noThreads,
} from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const views: CountedView[] = [
  { id: idOf(80), name: 'Failed texts', isShared: true, filters: { state: 'failed' }, count: 100 },
  { id: idOf(81), name: 'Pianos', isShared: false, filters: { q: 'piano' }, count: null },
];

async function renderInbox({ path = '/', as = anAdmin(), thread = {} as Partial<Thread> } = {}) {
  const view = renderApp(path, as);
  const shown = aThread(thread);
  view.api.on('GET /api/threads', { threads: [shown], nextCursor: null });
  view.api.on('GET /api/threads/:id/messages', {
    thread: shown,
    messages: [aMessage({ id: idOf(41) })],
    nextCursor: null,
  });
  view.api.on('GET /api/search', aSearchReply());
  view.api.on('GET /api/experts', { experts: [] });
  view.api.on('GET /api/views', { views });
  await screen.findAllByText(/202 555 0143|Nothing found/);
  return view;
}
const openViews = async (user: Awaited<ReturnType<typeof renderInbox>>['user']) => {
  await user.click(screen.getByRole('button', { name: 'Views' }));
  return within(await screen.findByRole('dialog', { name: 'Views' }));
};

describe('views', () => {
  it('stand above the list with their counts, and lead to the lists they were saved from', async () => {
    const { user } = await renderInbox();
    const panel = await openViews(user);
    await user.click(await panel.findByRole('link', { name: /Failed texts.*99\+/ }));
    expect(window.location.search).toBe('?state=failed');
    expect(screen.queryByRole('dialog')).toBeNull();
    const again = await openViews(user);
    expect((await again.findByRole('link', { current: true })).textContent).toContain('Failed');
    await user.click(again.getByRole('link', { name: /Pianos/ }));
    expect(window.location.search).toBe('?q=piano');
  });

  it('are saved of the filters and shared by admins, once there is something to save', async () => {
    const { api, user } = await renderInbox({ path: `/?state=resolved&labelled=${idOf(70)}` });
    api.on('POST /api/views', failWith(409, 'A view with this name already exists'));
    const panel = await openViews(user);
    await user.type(panel.getByRole('textbox', { name: 'Save this list as' }), 'Done');
    await user.click(panel.getByRole('checkbox', { name: 'Share with the whole team' }));
    await user.click(panel.getByRole('button', { name: 'Save view' }));
    await panel.findByText('A view with this name already exists');
    api.on('POST /api/views', { view: views[0] as CountedView });
    await user.click(panel.getByRole('button', { name: 'Save view' }));
    await findToast('View saved');
    expect(api.bodiesOf('POST /api/views').at(-1)).toEqual({
      name: 'Done',
      isShared: true,
      filters: { state: 'resolved', labelled: idOf(70) },
    });
  });

  it("are renamed and deleted; agents can't change shared ones", async () => {
    const { api, user } = await renderInbox({ as: anAgent() });
    api.on('PUT /api/views/:id', { view: views[1] as CountedView });
    api.on('DELETE /api/views/:id', { ok: true });
    const panel = await openViews(user);
    expect(panel.getByText('To save a view, filter the list or search first.')).toBeDefined();
    await user.click(await panel.findByRole('button', { name: 'Edit' }));
    expect(panel.queryByRole('textbox', { name: 'Name of Failed texts' })).toBeNull();
    await user.type(panel.getByRole('textbox', { name: 'Name of Pianos' }), ' 2{Enter}');
    await waitFor(() =>
      expect(api.bodiesOf(`PUT /api/views/${idOf(81)}`)).toEqual([{ name: 'Pianos 2' }]),
    );
    await user.click(panel.getByRole('button', { name: 'Delete Pianos' }));
    await waitFor(() => expect(api.callsOf(`DELETE /api/views/${idOf(81)}`)).toHaveLength(1));
  });

  it('are in the palette, too', async () => {
    const { user } = await renderInbox();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Go to' }), 'failed');
    const group = await screen.findByRole('group', { name: 'Views' });
    expect(within(group).getByRole('option').textContent).toBe('Failed textsView · 99+');
    await user.click(within(group).getByRole('option'));
    await waitFor(() => expect(window.location.search).toBe('?state=failed'));
  });

  it('share their menu with the selection of conversations', async () => {
    const { user } = await renderInbox();
    const panel = await openViews(user);
    await user.click(panel.getByRole('button', { name: 'Select conversations' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Select +1 202 555 0143' }));
    expect(screen.getByText('1 selected')).toBeDefined();
  });
});

describe('an unread conversation', () => {
  it('is marked in the list, and loses the mark when its newest message is shown', async () => {
    const { api, user, queryClient } = await renderInbox({ thread: { isUnread: true } });
    const counts = { ...noThreads, unread: 3 };
    const [all, ofAnother] = [{}, { expertId: idOf(99) }].map((scope) => [
      'threads',
      'counts',
      scope,
    ]);
    for (const key of [all, ofAnother]) queryClient.setQueryData(key as string[], { counts });
    api.on('PUT /api/threads/:id/seen', { ok: true });
    expect(screen.getByText('Unread')).toBeDefined();
    await user.click(screen.getByRole('link', { name: /202 555 0143/ }));
    await waitFor(() =>
      expect(api.bodiesOf(`PUT /api/threads/${idOf(30)}/seen`)).toEqual([{ messageId: idOf(41) }]),
    );
    await waitFor(() => expect(screen.queryByText('Unread', { selector: '.sr-only' })).toBeNull());
    expect(api.callsOf(`PUT /api/threads/${idOf(30)}/seen`)).toHaveLength(1);
    const unreadOf = (key: unknown) =>
      queryClient.getQueryData<{ counts: typeof counts }>(key as string[])?.counts.unread;
    expect([unreadOf(all), unreadOf(ofAnother)]).toEqual([2, 3]);
  });
});
