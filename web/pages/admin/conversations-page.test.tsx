import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { aMessage, aProvider, noThreads } from '#test/web/fixtures.ts';
import { findToast } from '#test/web/render.tsx';
import {
  failed,
  listed,
  mia,
  renderInbox,
  stopped,
  threads,
  waitingCall,
} from '#test/web/render-conversations.ts';
import { showEverything } from '#test/web/show-everything.ts';

describe('admin conversations', () => {
  // spec: 1.2 2.11
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

  // spec: 2.11
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
