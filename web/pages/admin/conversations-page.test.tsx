import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setupSteps } from '#shared/api/setup.ts';
import type { Thread } from '#shared/api/threads.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { aMessage, anAdmin, aProvider, aThread, noThreads } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';
import { showEverything } from '#test/web/show-everything.ts';
import { threadCountsQuery } from '#web/features/threads/known/threads-api.ts';

const mia = aThread({
  person: {
    id: '01890000-0000-7000-8000-000000000001',
    name: 'Mia Chen',
    email: 'mia@example.com',
    messageCount: 18,
    paidMessages: 50,
    subExpiration: null,
  },
});
const stopped = aThread({
  id: 'stopped',
  title: 'New conversation',
  userHandle: '+442079460991',
  userPhoneNumber: '+442079460991',
  lastMessage: 'STOP',
  isOptedOut: true,
});
const failed = aThread({
  id: 'failed',
  userHandle: '+12025550181',
  userPhoneNumber: '+12025550181',
  lastMessage: 'Hello?',
  hasFailed: true,
});
const waiting = aThread({
  id: 'waiting',
  expert: { ...aThread().expert, channel: 'AMB' },
  userHandle: 'urn:mbid:AQAAY2f0mGkRzTnVb7wq3',
  userPhoneNumber: null,
  lastMessage: 'Agent',
  humanWantedAt: new Date().toISOString(),
});
const threads = [mia, stopped, failed];
const since = (minute: number) => `2026-11-01T12:0${minute}:00.000Z`;
const wants = (id: string, minute: number, riskAt: string | null = null) =>
  aThread({ id, humanWantedAt: since(minute), waitsSince: since(minute), riskAt });

function renderInbox(path = '/') {
  const view = renderApp(path, anAdmin());
  view.api.on('GET /api/threads', { threads, nextCursor: null });
  view.api.on('GET /api/threads/:id/messages', ({ call }) => {
    const thread = threads.find(({ id }) => call.includes(id));
    if (!thread) return failWith(404, 'Conversation not found');
    return { thread, messages: [aMessage()], nextCursor: null };
  });
  return view;
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-thread]')];
const waitingCall = 'state=wantsHuman&limit=100';
const listedIds = () => rows().map(({ dataset }) => dataset.thread);
const listed = () => screen.getAllByRole('listitem').map((item) => item.textContent);

it('says what the installation still needs, until that is hidden or done', async () => {
  const view = renderInbox();
  const steps = setupSteps.map((name) => ({
    name,
    isDone: name === 'password',
    detail: name === 'password' ? null : `What to do about ${name}.`,
  }));
  view.api.on('GET /api/setup', { version: '1.2.3', steps });
  const strip = within(await screen.findByRole('region', { name: 'Ready for people' }));
  expect(strip.getByText('What to do about provider.')).toBeDefined();
  const link = strip.getByRole('link', { name: 'Add a provider' });
  expect(link.getAttribute('href')).toBe('/providers?edit=new');
  await view.user.click(strip.getByRole('button', { name: 'Hide' }));
  view.unmount();
  const asked = view.api.callsOf('GET /api/setup').length;
  const again = renderInbox();
  again.api.on('GET /api/setup', { version: '1.2.3', steps });
  await screen.findByText('Mia Chen');
  await waitFor(() => expect(again.api.callsOf('GET /api/setup')).toHaveLength(asked + 1));
  expect(screen.queryByRole('region', { name: 'Ready for people' })).toBeNull();
});

it('warns again of a problem that is new since the strip was hidden', async () => {
  const isOpen = (names: string[]) => ({
    version: '1.2.3',
    steps: setupSteps.map((name) => ({
      name,
      isDone: !names.includes(name),
      detail: names.includes(name) ? `What to do about ${name}.` : null,
    })),
  });
  const view = renderInbox();
  view.api.on('GET /api/setup', isOpen(['payments', 'help']));
  await view.user.click(await screen.findByRole('button', { name: 'Hide' }));
  view.unmount();
  renderInbox().api.on('GET /api/setup', isOpen(['payments', 'proxy', 'help']));
  expect(await screen.findByText('What to do about proxy.')).toBeDefined();
});

describe('admin conversations', () => {
  it.each(['/', '/conversations'])('lists all conversations on %s', async (path) => {
    const { api } = renderInbox(path);
    const first = within(await screen.findByRole('link', { name: /Mia Chen/ }));
    expect(first.getByText('Just now')).toBeDefined();
    expect(first.getByText('Could you show me one with fractions?')).toBeDefined();
    expect(first.getByText('SMS')).toBeDefined();
    expect(first.getByText('Ada')).toBeDefined();
    const second = within(screen.getByRole('link', { name: /\+44 20 7946 0991/ }));
    expect(second.getByText('Opted out')).toBeDefined();
    expect(within(screen.getByRole('link', { name: /Hello\?/ })).getByText('Failed')).toBeDefined();
    expect(listed()).toHaveLength(3);
    expect(api.callsOf('GET /api/threads')).toEqual(['limit=100', waitingCall]);
  });

  it('opens one, keeps it in the address, and shows its details', async () => {
    const { api, user } = renderInbox();
    await user.click(await screen.findByRole('link', { name: /Mia Chen/ }));
    expect(await screen.findByRole('button', { name: /Fractions, patiently/ })).toBeDefined();
    const messages = within(await screen.findByRole('region', { name: 'Messages' }));
    expect(messages.getByText(aMessage().body)).toBeDefined();
    expect(api.callsOf(`GET /api/threads/${mia.id}/messages`)).toEqual(['limit=50']);
    expect(window.location.search).toBe(`?thread=${mia.id}`);
    const details = within(screen.getByRole('complementary', { name: 'Details' }));
    expect(details.getByText('mia@example.com')).toBeDefined();
    expect(details.getByText('+1 202 555 0143 · verified')).toBeDefined();
    expect(details.getByText(/18 of 50 used/)).toBeDefined();
  });

  it('opens the details over the thread on a narrow screen', async () => {
    const { user } = renderInbox(`/?thread=${mia.id}`);
    await user.click(await screen.findByRole('button', { name: 'Details' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Details' }));
    expect(dialog.getByText('mia@example.com')).toBeDefined();
  });

  it.each([
    ['SMS', '+442079460991', 'No account has verified this number yet'],
    ['AMB', 'urn:mbid:AQAAY', 'No account is connected with them yet'],
  ] as const)(
    'explains on %s why an unverified person gets no answers',
    async (channel, handle, text) => {
      const { api } = renderInbox(`/?thread=${stopped.id}`);
      const { expert } = stopped;
      const thread = {
        ...stopped,
        expert: { ...expert, channel },
        userHandle: handle,
        userPhoneNumber: null,
      };
      api.on('GET /api/threads/:id/messages', { thread, messages: [], nextCursor: null });
      const details = within(await screen.findByRole('complementary', { name: 'Details' }));
      expect(await details.findByText(new RegExp(text))).toBeDefined();
      // Without a name there are no initials.
      expect(details.getByText('#')).toBeDefined();
    },
  );

  it('opens the thread in the address, and shows an error when there is none', async () => {
    renderInbox('/?thread=unknown');
    expect(await screen.findByText('Conversation not found')).toBeDefined();
  });

  it('shows when a subscription ends', async () => {
    const { api } = renderInbox(`/?thread=${mia.id}`);
    const person = {
      ...mia.person,
      subExpiration: '2999-03-05T12:00:00.000Z',
    } as typeof mia.person;
    const reply = { thread: { ...mia, person }, messages: [], nextCursor: null };
    api.on('GET /api/threads/:id/messages', reply);
    expect(await screen.findByText('Unlimited until March 5, 2999')).toBeDefined();
  });

  it('asks the server for a state, keeps it in the address, and counts all that are in it', async () => {
    const { api, user } = renderInbox('/?channel=SMS');
    const counts = { ...noThreads, failed: 1234, noCredit: 2 };
    api.on('GET /api/threads/counts', { counts });
    api.on('GET /api/threads', ({ query }) => ({
      threads: query.get('state') === 'failed' ? [failed] : threads,
      nextCursor: null,
    }));
    await user.click(await screen.findByRole('button', { name: 'Failed 1,234' }));
    await waitFor(() => expect(listed()).toHaveLength(1));
    expect(window.location.search).toBe('?state=failed&channel=SMS');
    // The title counts in all conversations.
    expect(api.callsOf('GET /api/threads/counts').toSorted()).toEqual(['', 'channel=SMS']);
    expect(api.callsOf('GET /api/threads').at(-1)).toBe('state=failed&channel=SMS&limit=100');
    expect(screen.getByRole('button', { name: 'No credit 2' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Not connected' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Remove filter: SMS' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'All' }));
    await waitFor(() => expect(listed()).toHaveLength(3));
  });

  it("dismisses a conversation's failures, and undoes it", async () => {
    const { api, user } = renderInbox(`/?thread=${failed.id}`);
    const at = '2026-03-01T12:00:00.000Z';
    api.on('POST /api/threads/failures', {
      at,
      results: [{ threadId: failed.id, messages: 1, refusal: null }],
    });
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    const toast = within(await findToast('Failure dismissed'));
    await user.click(toast.getByRole('button', { name: 'Undo' }));
    const threadIds = [failed.id];
    await waitFor(() =>
      expect(api.bodiesOf('POST /api/threads/failures')).toEqual([
        { action: 'dismiss', threadIds },
        { action: 'restore', threadIds, at },
      ]),
    );
  });

  it('says when a state is empty', async () => {
    const { api, user } = renderInbox('/?state=failed');
    api.on('GET /api/threads', { threads: [], nextCursor: null });
    expect(await screen.findByText('No conversation matches "Failed".')).toBeDefined();
    api.on('GET /api/threads', { threads, nextCursor: null });
    await user.click(screen.getByRole('button', { name: 'Show all conversations' }));
    await waitFor(() => expect(listed()).toHaveLength(3));
  });

  it('lists who waits for a person first, loaded or not: crises, then the longest wait', async () => {
    const { api, user } = renderInbox();
    const found = [wants('late', 5), wants('early', 1), wants('crisis', 6, since(6))];
    api.on('GET /api/threads', ({ query }) => ({
      threads: query.get('state') === 'wantsHuman' ? found : [mia, found[0] as Thread],
      nextCursor: null,
    }));
    api.on('GET /api/threads/counts', { counts: { ...noThreads, wantsHuman: 3 } });
    await screen.findByRole('heading', { name: 'Waiting for a person 3' });
    expect(listedIds()).toEqual(['crisis', 'early', 'late', mia.id]);
    expect(listed()[4]).toBe('All others');
    await user.keyboard('jjj{ArrowDown}');
    expect(document.activeElement).toBe(rows()[3]);
  });

  it('shows a flood of crises from new numbers as one, behind the crisis of a known person', async () => {
    const { api, user } = renderInbox('/?state=crisis');
    const known = { ...mia, id: 'known', humanWantedAt: since(1), riskAt: since(1) };
    const flood = Array.from({ length: 30 }, (_, nth) => ({
      ...wants(`new ${nth}`, 5, since(5)),
      isNewcomer: true,
    }));
    const taken = {
      ...flood[29],
      id: 'taken',
      assignee: { id: 'x', name: 'Grace Hopper' },
    } as Thread;
    api.on('GET /api/threads', { threads: [known, taken, ...flood], nextCursor: null });
    const row = await screen.findByRole('button', { name: /^30 new numbers/ });
    expect(listedIds()).toEqual(['known', 'taken']);
    await user.click(row);
    expect(listedIds()).toHaveLength(32);
    await user.click(screen.getByRole('button', { name: /^30 new numbers/ }));
    expect(listedIds()).toEqual(['known', 'taken']);
  });

  it('shows a few crises from new numbers one by one', async () => {
    const { api } = renderInbox('/?state=crisis');
    const few = Array.from({ length: 4 }, (_, nth) => ({
      ...wants(`new ${nth}`, 5, since(5)),
      isNewcomer: true,
    }));
    api.on('GET /api/threads', { threads: few, nextCursor: null });
    await waitFor(() => expect(rows()).toHaveLength(4));
    expect(screen.queryByRole('button', { name: /new numbers/ })).toBeNull();
  });

  it('lists the crisis of a known person first of those who wait, however long others have waited', async () => {
    const { api } = renderInbox();
    const known = { ...mia, id: 'known', humanWantedAt: since(6), riskAt: since(6) };
    const stranger = { ...wants('new', 1, since(1)), isNewcomer: true };
    const found = [wants('asks', 0), stranger, wants('familiar', 5, since(5)), known];
    api.on('GET /api/threads', { threads: found, nextCursor: null });
    api.on('GET /api/threads/counts', { counts: { ...noThreads, wantsHuman: 4 } });
    await screen.findByRole('heading', { name: 'Waiting for a person 4' });
    expect(listedIds()).toEqual(['known', 'familiar', 'new', 'asks']);
  });

  it('keeps the list while it loads the first who waits for a person', async () => {
    const { api, queryClient } = renderInbox();
    const count = (wantsHuman: number) =>
      queryClient.setQueryData(threadCountsQuery(null).queryKey, {
        counts: { ...noThreads, wantsHuman },
      });
    count(0);
    await waitFor(() => expect(rows()).toHaveLength(3));
    api.on('GET /api/threads', neverAnswer());
    count(1);
    await waitFor(() => expect(api.callsOf('GET /api/threads')).toContain(waitingCall));
    expect(rows()).toHaveLength(3);
  });

  it('counts all who wait, and lists those first that only the list has loaded', async () => {
    const { api } = renderInbox();
    const newest = wants('late', 5);
    api.on('GET /api/threads', ({ query }) =>
      query.get('state') === 'wantsHuman'
        ? { threads: [newest], nextCursor: 'older' }
        : { threads: [newest, mia, wants('longest', 1)], nextCursor: null },
    );
    api.on('GET /api/threads/counts', { counts: { ...noThreads, wantsHuman: 1234 } });
    await screen.findByRole('heading', { name: 'Waiting for a person 1,234' });
    expect(listedIds()).toEqual(['longest', 'late', mia.id]);
  });

  it('shows who waits for a human', async () => {
    const { api } = renderInbox();
    api.on('GET /api/threads', { threads: [mia, waiting], nextCursor: null });
    const row = within(await screen.findByRole('link', { name: /Apple Messages contact/ }));
    expect(row.getByText('Wants a person')).toBeDefined();
  });

  it.each([
    ['Paused as a machine', { isInLoop: true }],
    ['May need help', { concernAt: '2026-11-21T21:04:00.000Z' }],
  ])('marks with "%s"', async (mark, change) => {
    const { api } = renderInbox();
    api.on('GET /api/threads', { threads: [{ ...mia, ...change }], nextCursor: null });
    const row = within(await screen.findByRole('link', { name: /Mia Chen/ }));
    expect(row.getByText(mark)).toBeDefined();
  });

  it('offers the quiet marks as a list of their own', async () => {
    const { api, user } = renderInbox();
    api.on('GET /api/threads/counts', { counts: { ...noThreads, concern: 2 } });
    await user.click(await screen.findByRole('button', { name: 'May need help 2' }));
    await waitFor(() => expect(window.location.search).toContain('state=concern'));
  });

  it('can be used by keyboard', async () => {
    const { user } = renderInbox();
    await screen.findByRole('link', { name: /Mia Chen/ });
    await user.keyboard('jj{ArrowDown}k{Enter}');
    await waitFor(() => expect(window.location.search).toBe('?thread=stopped'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it('offers the sandbox phone before the first message', async () => {
    const { api } = renderInbox();
    api.on('GET /api/threads', { threads: [], nextCursor: null });
    api.on('GET /api/providers', { providers: [aProvider({ isSandboxed: true })] });
    expect(await screen.findByText('No conversations yet')).toBeDefined();
    const phone = await screen.findByRole('link', { name: 'Open the sandbox phone' });
    expect(phone.getAttribute('href')).toBe('/sandbox');
  });

  it('links to the experts where there is no sandbox', async () => {
    const { api } = renderInbox();
    api.on('GET /api/threads', { threads: [], nextCursor: null });
    api.on('GET /api/providers', { providers: [] });
    const link = await screen.findByRole('link', { name: 'Add an expert' });
    expect(link.getAttribute('href')).toBe('/experts');
  });

  it('shows placeholders, then an error, and retries', async () => {
    const { api, user } = renderInbox();
    api.on('GET /api/threads', failWith(500, 'Oops'));
    expect(await screen.findByText('Unable to load conversations')).toBeDefined();
    expect(screen.getByText('Oops')).toBeDefined();
    api.on('GET /api/threads', neverAnswer());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Loading conversations')).toBeDefined();
  });

  it('fetches older threads as they come into view', async () => {
    showEverything();
    const { api } = renderInbox('/?state=failed');
    api.on('GET /api/threads', ({ query }) =>
      query.get('cursor') === 'older'
        ? { threads: [failed], nextCursor: null }
        : { threads: [mia], nextCursor: 'older' },
    );
    expect(await screen.findByRole('link', { name: /Hello\?/ })).toBeDefined();
    expect(api.callsOf('GET /api/threads')).toEqual([
      'state=failed&limit=100',
      'state=failed&limit=100&cursor=older',
    ]);
  });
});
