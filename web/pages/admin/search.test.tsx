import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listAnnounced } from '#test/web/announced.ts';
import { failWith } from '#test/web/fake-api.ts';
import { aMessage, aMessageHit, anAdmin, aSearchReply, aThread, idOf } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';
import { showEverything } from '#test/web/show-everything.ts';

const thread = aThread({
  person: {
    id: idOf(1),
    name: 'Mia Chen',
    email: 'mia@example.com',
    messageCount: 18,
    paidMessages: 50,
    subExpiration: null,
  },
});
const hit = aMessageHit();
const { messageId } = hit;
const found = aSearchReply({
  hits: [hit],
  people: [
    {
      userId: idOf(1),
      name: 'Mia Chen',
      email: 'mia@example.com',
      address: '+12025550143',
      threadId: thread.id,
    },
    { userId: idOf(2), name: 'Mia Lind', email: 'lind@example.com', address: null, threadId: null },
  ],
  threads: [hit],
});

function renderInbox(path = '/') {
  const view = renderApp(path, anAdmin());
  view.api
    .on('GET /api/threads', { threads: [thread], nextCursor: null })
    .on('GET /api/search', found)
    .on('GET /api/threads/:id/messages', ({ query }) =>
      query.get('around') === messageId
        ? {
            thread,
            messages: [aMessage({ id: messageId, body: 'One with fractions' })],
            nextCursor: null,
            newerCursor: 'newer',
          }
        : query.get('newer')
          ? { thread, messages: [aMessage({ id: idOf(91), body: 'Later' })], nextCursor: null }
          : { thread, messages: [aMessage({ id: idOf(92), body: 'Newest' })], nextCursor: null },
    );
  return view;
}

const field = () => screen.findByPlaceholderText('Search people and messages');
const group = (name: string) => screen.findByRole('region', { name: `${name} found` });
const messages = async () => within(await screen.findByRole('region', { name: 'Messages' }));

describe('the search', () => {
  it('shows people, conversations and messages, with the matches marked', async () => {
    const { api, user } = renderInbox();
    await user.type(await field(), 'fractions');
    const region = await group('Messages');
    const row = within(region).getByRole('link', { name: /Mia Chen/ });
    expect(row.textContent).toContain('Could you show me one with fractions?');
    expect(within(row).getByText('fractions').tagName).toBe('MARK');
    const people = within(await group('People'));
    expect(people.getByText('mia@example.com · +1 202 555 0143')).toBeDefined();
    expect(people.getByText('lind@example.com · No conversation yet')).toBeDefined();
    const hrefs = people.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual([`/?q=fractions&thread=${thread.id}`, `/people?person=${idOf(2)}`]);
    const conversations = within(await group('Conversations'));
    expect(conversations.getByText('Fractions, patiently')).toBeDefined();
    await waitFor(() => expect(listAnnounced('polite')).toContain('4 found'));
    expect(api.callsOf('GET /api/search')).toEqual(['q=fractions']);
    expect(window.location.search).toBe('?q=fractions');
  });

  it('opens the message in its place, and Back returns to the hits', async () => {
    const { user } = renderInbox('/?q=fractions');
    const region = await group('Messages');
    await user.click(within(region).getByRole('link', { name: /Mia Chen/ }));
    expect(window.location.search).toBe(`?q=fractions&thread=${thread.id}&message=${messageId}`);
    const landed = await screen.findByText('One with fractions');
    expect(landed.closest('li')?.className).toContain('animate-glow');
    act(() => window.history.back());
    await waitFor(() => expect(window.location.search).toBe('?q=fractions'));
    const link = within(await group('Messages')).getByRole('link', { name: /Mia Chen/ });
    expect(document.activeElement).toBe(link);
  });

  it('reads on from there to the newest message', async () => {
    const { api, user } = renderInbox(`/?thread=${thread.id}&message=${messageId}`);
    await screen.findByText('One with fractions');
    expect(await screen.findByText('Later')).toBeDefined();
    const calls = api.callsOf(`GET /api/threads/${thread.id}/messages`);
    expect(calls).toContain(`around=${messageId}&limit=100`);
    expect(calls).toContain('limit=200&newer=newer');
    await user.type(screen.getByLabelText('Write to Mia as Ada'), 'x');
    expect((await messages()).getByText('One with fractions')).toBeDefined();
  });

  it('can leave the place for the newest message', async () => {
    const { api, user } = renderInbox(`/?thread=${thread.id}&message=${messageId}`);
    api.on('GET /api/threads/:id/messages', ({ query }) =>
      query.get('around')
        ? {
            thread,
            messages: [aMessage({ id: messageId, body: 'One with fractions' })],
            nextCursor: null,
            newerCursor: 'newer',
          }
        : query.get('newer')
          ? failWith(500, 'Oops')
          : { thread, messages: [aMessage({ id: idOf(92), body: 'Newest' })], nextCursor: null },
    );
    expect(await screen.findByText('Unable to load later messages.')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: /^Newest$/ }));
    expect(await screen.findByText('Newest', { selector: 'li *' })).toBeDefined();
    expect(window.location.search).toBe(`?thread=${thread.id}`);
  });

  it('shows the newest messages if the message is gone', async () => {
    const { api } = renderInbox(`/?thread=${thread.id}&message=${messageId}`);
    api.on('GET /api/threads/:id/messages', ({ query }) =>
      query.get('around')
        ? failWith(404, 'Message not found')
        : { thread, messages: [aMessage({ id: idOf(92), body: 'Newest' })], nextCursor: null },
    );
    expect((await messages()).getByText('Newest')).toBeDefined();
  });

  it('works by keyboard: / searches, Enter opens the first hit, arrows move, Escape ends', async () => {
    const { user } = renderInbox();
    await screen.findByRole('link', { name: /Mia Chen/ });
    await user.keyboard('/fractions{Enter}');
    await group('Messages');
    // Enter came before the hits.
    await waitFor(() => expect(window.location.search).toContain(`thread=${thread.id}`));
    await user.click(await field());
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(window.location.search).toContain(`message=${messageId}`));
    await user.click(await field());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(window.location.search).not.toContain('q='));
    expect(screen.queryByRole('region', { name: 'People found' })).toBeNull();
  });

  it('narrows to the filters of the list, and takes them away where nothing is found', async () => {
    const scope = 'expertId=ada&from=2026-01-01&to=2026-01-02';
    const { api, user } = renderInbox(`/?q=a&state=failed&${scope}`);
    api.on('GET /api/threads/experts', {
      experts: [{ id: 'ada', displayName: 'Ada', channel: 'SMS' }],
    });
    api.on('GET /api/search', aSearchReply());
    await user.click(await screen.findByRole('button', { name: 'Search all conversations' }));
    expect(await screen.findByText(/Words match from their beginning/)).toBeDefined();
    expect(api.callsOf('GET /api/search')).toEqual([`q=a&state=failed&${scope}`, 'q=a']);
  });

  it('takes typed operators for filters', async () => {
    const { api, user } = renderInbox();
    api.on('GET /api/labels', {
      labels: [{ id: idOf(7), name: 'Refund', hue: 'rose', threads: 1 }],
    });
    await user.type(await field(), 'is:fai');
    expect(await screen.findByText('is:failed')).toBeDefined();
    await user.keyboard('led late label:ref');
    expect(await screen.findByText('label:Refund')).toBeDefined();
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(api.callsOf('GET /api/search').at(-1)).toBe(
        `q=late+&state=failed&labelled=${idOf(7)}`,
      ),
    );
    await waitFor(() =>
      expect(window.location.search).toBe(`?state=failed&labelled=${idOf(7)}&q=late+`),
    );
    expect(
      await screen.findByRole('button', { name: 'Remove filter: Failed · Refund' }),
    ).toBeDefined();
    await user.keyboard('label:gifts ');
    expect(await screen.findByText('No label is called "gifts".')).toBeDefined();
  });

  it('says when nothing is found, and when a search must be narrowed', async () => {
    const { api, user } = renderInbox('/?q=zebra');
    api.on('GET /api/search', aSearchReply());
    expect(await screen.findByText('Nothing found for "zebra"')).toBeDefined();
    api.on('GET /api/search', failWith(422, 'Narrow your search.'));
    await user.type(await field(), 's');
    expect(await screen.findByText('Narrow your search.')).toBeDefined();
  });

  it('pages on', async () => {
    showEverything();
    const { api } = renderInbox('/?q=fractions');
    api.on('GET /api/search', ({ query }) =>
      query.get('cursor')
        ? aSearchReply({ hits: [aMessageHit({ messageId: idOf(95), snippet: 'An older one' })] })
        : { ...found, nextCursor: 'older' },
    );
    expect(await screen.findByText('An older one')).toBeDefined();
    await waitFor(() => expect(listAnnounced('polite')).toContain('5 found'));
  });
});
