import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { aMessage, anAdmin, anAttachment, aThread, aUser, idOf } from '#test/web/fixtures.ts';
import { findBubbles, renderThread, threadPath } from '#test/web/render-thread.ts';
import { noteConnected, noteConnectionLost } from '#web/lib/live-connection.ts';

const subtitle = () => document.querySelector('header p')?.textContent;

describe('messages of a thread', () => {
  // spec: 2.26
  it('are shown to a user at /threads/{id}, with its title and expert', async () => {
    const { api } = renderThread(
      [
        aMessage({ id: 'b', body: 'Start with halves.', direction: 'outbound', origin: 'ai' }),
        aMessage({ id: 'a', body: 'Where do we start?' }),
      ],
      {},
      aUser(),
    );
    const [question, answer, ...more] = (await findBubbles()).map(({ textContent }) => textContent);
    expect(question).toContain('Where do we start?');
    expect(answer).toContain('Start with halves.');
    expect(more).toEqual([]);
    expect(screen.getByRole('button', { name: /Fractions, patiently/ })).toBeDefined();
    expect(subtitle()).toBe('with Ada · SMS');
    expect(document.title).toBe('Fractions, patiently · Sagewire');
    expect(api.callsOf(`GET ${threadPath}/messages`)).toHaveLength(1);
  });

  // spec: 7.20
  it('are listed oldest first, grouped by writer and minute, under their day', async () => {
    const at = (minute: number) => new Date(2026, 0, 5, 9, minute, 10).toISOString();
    renderThread([
      aMessage({ id: 'c', body: 'Third', createdAt: at(2) }),
      aMessage({ id: 'b', body: 'Second', createdAt: at(1) }),
      aMessage({ id: 'a', body: 'First', createdAt: at(1) }),
    ]);
    const [first, second, third] = (await findBubbles()).map((bubble) => bubble.textContent);
    expect(first).toContain('January 5');
    expect(first).toContain('First');
    expect(first?.match(/9:01/g)).toHaveLength(1);
    expect(second?.match(/9:01/g)).toHaveLength(2);
    expect(third).toContain('Third');
  });

  it.each([
    ['queued', null, 'Queued'],
    ['sending', null, 'Sending'],
    ['uncertain', null, 'Sending'],
    ['sent', null, 'Sent'],
    ['delivered', null, 'Delivered'],
    ['read', null, 'Read'],
    ['failed', 'The phone could not be reached.', 'Not delivered: The phone could not be reached.'],
  ] as const)('label a text that is %s', async (state, reason, label) => {
    renderThread([aMessage({ direction: 'outbound', origin: 'ai', delivery: { state, reason } })]);
    expect(await screen.findByText(label)).toBeDefined();
  });

  it('show what a reply refers to', async () => {
    const quoted = { id: 'q', body: 'Five sixths.' };
    renderThread([aMessage({ body: 'Why?', quoted })]);
    expect((await findBubbles())[0]?.textContent).toContain('Reply to: Five sixths.');
  });

  it('carry the reaction to them, which is no message of its own', async () => {
    const quoted = { id: 'a', body: 'Five sixths.' };
    renderThread([
      aMessage({ id: 'c', body: 'Loved “Something else”', content: 'reaction' }),
      aMessage({ id: 'b', body: 'Liked “Five sixths.”', content: 'reaction', quoted }),
      aMessage({ id: 'a', body: 'Five sixths.', direction: 'outbound', reaction: '👍' }),
    ]);
    const [answer, other, ...more] = (await findBubbles()).map(({ textContent }) => textContent);
    expect(answer).toContain('Their reaction: 👍');
    expect(other).toContain('Loved “Something else”');
    expect(more).toEqual([]);
  });

  it('say what their sender has edited or deleted on the phone', async () => {
    const at = new Date(2026, 0, 5, 9, 5).toISOString();
    const messages = [
      aMessage({ id: 'b', body: 'Never mind', revokedAt: at }),
      aMessage({ id: 'a', body: 'Halves, please', editedAt: at }),
    ];
    renderThread(messages);
    const [edited, deleted] = (await findBubbles()).map(({ textContent }) => textContent);
    // In one line with the time, also where the next message of the same minute has it.
    expect(edited).toMatch(/Halves, please\d+:\d\d [AP]M · Edited, Jan 5, 9:05 AM/);
    expect(deleted).toMatch(/Never mind\d+:\d\d [AP]M · Deleted by the sender, Jan 5, 9:05 AM/);
  });

  it('say that a message is gone, where its words are not shown', async () => {
    const revokedAt = new Date().toISOString();
    renderThread([aMessage({ body: '', revokedAt })], {}, aUser());
    const [deleted] = (await findBubbles()).map(({ textContent }) => textContent);
    expect(deleted).toMatch(/Deleted message.* · Deleted by you, /);
  });

  it('say that they are no longer kept, and can not be tried again', async () => {
    const expiredAt = new Date().toISOString();
    const delivery = { state: 'failed', reason: null } as const;
    const failed = aMessage({ body: 'Two', direction: 'outbound', origin: 'ai', delivery });
    renderThread([{ ...failed, body: '', expiredAt }]);
    const [expired] = (await findBubbles()).map(({ textContent }) => textContent);
    expect(expired).toContain('No longer kept');
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    renderThread([failed]);
    expect(await screen.findByRole('button', { name: 'Send again' })).toBeDefined();
  });

  it('say that a text was empty', async () => {
    renderThread([aMessage({ body: '' })]);
    const [empty] = (await findBubbles()).map(({ textContent }) => textContent);
    expect(empty).toContain('Empty message');
  });

  it('show the delivery of the last text, and of earlier ones that did not arrive', async () => {
    const sentAt = (minute: number) => new Date(2026, 0, 5, 9, minute).toISOString();
    const text = (minute: number, state: 'delivered' | 'failed') =>
      aMessage({
        id: String(minute),
        direction: 'outbound',
        origin: 'ai',
        createdAt: sentAt(minute),
        delivery: { state, reason: null },
      });
    renderThread([
      aMessage({ id: 'in', createdAt: sentAt(4) }),
      text(3, 'delivered'),
      text(2, 'failed'),
      text(1, 'delivered'),
    ]);
    const labels = (await findBubbles()).map(
      ({ textContent }) => /Not delivered|Delivered/.exec(textContent ?? '')?.[0],
    );
    expect(labels).toEqual([undefined, 'Not delivered', 'Delivered', undefined]);
  });

  it('follow the direction of their text, and enlarge emoji on their own', async () => {
    renderThread([aMessage({ id: 'b', body: '👍🏽' }), aMessage({ id: 'a', body: 'مرحبا' })]);
    expect((await screen.findByText('مرحبا')).dir).toBe('auto');
    expect(screen.getByText('👍🏽').className).toContain('text-3xl');
  });

  it.each([
    ['waiting', null, 'A picture is loading.'],
    ['failed', 'The picture could not be loaded.', 'The picture could not be loaded.'],
  ] as const)('say why a picture is missing (%s)', async (state, reason, text) => {
    const size = { width: null, height: null };
    renderThread([aMessage({ attachments: [anAttachment({ state, reason, ...size })] })]);
    expect(await screen.findByText(text)).toBeDefined();
  });

  it.each([
    [10_000, false, null],
    [10_001, false, 'Only the first 10,000 characters were read.'],
    [60_000, true, 'Only the first 10,000 characters were read. The end was too long to keep.'],
  ])('say how much of a text of %i characters was read', async (length, isCut, note) => {
    renderThread([aMessage({ body: 'x'.repeat(length), isCut })]);
    expect(await screen.findByText(/^x+$/)).toBeDefined();
    expect(screen.queryByText(/were read/)?.textContent ?? null).toBe(note);
  });

  it.each([
    ['admins', undefined],
    ['users', aUser()],
  ])('show %s what a reply cites', async (_who, reader) => {
    const sources = [
      { url: 'https://www.who.int/hands', title: 'Hand hygiene' },
      { url: 'https://cdc.gov/soap', title: null },
    ];
    renderThread([aMessage({ direction: 'outbound', origin: 'ai', sources })], {}, reader);
    const link = await screen.findByRole('link', { name: 'Hand hygiene' });
    expect(link.getAttribute('href')).toBe('https://www.who.int/hands');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(link.closest('p')?.textContent).toBe('Sources: Hand hygiene (who.int), cdc.gov');
  });

  it('link web addresses and nothing else', async () => {
    renderThread([aMessage({ body: 'See https://example.com/a. Not javascript:alert(1)' })]);
    const [bubble] = await findBubbles();
    const links = within(bubble as HTMLElement).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://example.com/a']);
    expect(links[0]?.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it.each([
    ['user', aUser()],
    ['admin', anAdmin()],
  ])('show a(n) %s that the expert is answering, while an answer is due', async (_, reader) => {
    const view = renderThread([aMessage({ isWaiting: true })], {}, reader);
    expect(await screen.findByText('Ada is answering')).toBeDefined();
    view.unmount();
    renderThread([aMessage({ body: 'STOP' })], {}, reader);
    expect(await findBubbles()).toHaveLength(1);
    expect(screen.queryByText('Ada is answering')).toBeNull();
  });

  it('tell users which ones were not answered because no messages were left', async () => {
    renderThread([aMessage({ isUnpaid: true }), aMessage({ id: idOf(9) })], {}, aUser());
    expect(await screen.findAllByText('Not answered: no messages left')).toHaveLength(1);
  });

  it('show no day above the first message while older ones are not loaded', async () => {
    const { api } = renderThread([]);
    const reply = { thread: aThread(), messages: [aMessage()], nextCursor: 'older' };
    api.on('GET /api/threads/:id/messages', ({ query }) =>
      query.get('cursor') ? neverAnswer() : reply,
    );
    expect(await findBubbles()).toHaveLength(1);
    expect(screen.queryByText('Today')).toBeNull();
  });

  it('load older messages, with a retry after a failure', async () => {
    const { api, user } = renderThread([]);
    const newest = { thread: aThread(), messages: [aMessage({ id: 'b' })], nextCursor: 'older' };
    const oldest = {
      ...newest,
      messages: [aMessage({ id: 'a', body: 'Oldest' })],
      nextCursor: null,
    };
    let isDown = true;
    api.on('GET /api/threads/:id/messages', ({ query }) => {
      if (!query.get('cursor')) return newest;
      return isDown ? failWith(502, 'Down') : oldest;
    });
    expect(await screen.findByText(/Unable to load earlier messages/)).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Oldest')).toBeDefined();
    expect(screen.getByText('Start of the conversation')).toBeDefined();
  });
});

it('says that the connection is lost, after a few seconds', async () => {
  renderThread([aMessage()]);
  await findBubbles();
  vi.useFakeTimers();
  const note = () => screen.queryByText('No connection. New messages will appear once it is back.');
  act(noteConnectionLost);
  act(() => vi.advanceTimersByTime(4_999));
  expect(note()).toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(note()).not.toBeNull();
  act(noteConnected);
  expect(note()).toBeNull();
  vi.useRealTimers();
});
