import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { navigate as go } from 'wouter/use-browser-location';
import type { TypedText } from '#shared/api/typed.ts';
import { failOutdated } from '#test/web/fake-api.ts';
import { aMessage, aThread, aUser, idOf } from '#test/web/fixtures.ts';
import { findToast } from '#test/web/render.tsx';
import { renderThread, threadId, threadPath } from '#test/web/render-thread.ts';

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Write to/ });
const shows = (words: string) =>
  waitFor(async () => expect(await field()).toHaveProperty('value', words));
const row = () => within(document.querySelector(`[data-thread="${threadId}"]`) as HTMLElement);

/** What lies on the server, which all pages share. */
let typed: TypedText | null;
let revisions: number;
beforeEach(() => {
  typed = null;
  revisions = 80;
});
const put = (body: string) => {
  revisions += 1;
  typed = body.trim() === '' ? null : { body, revision: idOf(revisions) };
  return typed;
};

function open(as?: Parameters<typeof renderThread>[2]) {
  const view = renderThread([aMessage()], {}, as);
  const { api } = view;
  const thread = () => aThread({ typed });
  api.on('GET /api/threads', () => ({ threads: [thread()], nextCursor: null }));
  api.on('GET /api/threads/:id/messages', ({ call }) => ({
    thread: call.includes(threadId) ? thread() : aThread({ id: idOf(31), title: 'Another' }),
    messages: [aMessage()],
    nextCursor: null,
  }));
  api.on('PUT /api/threads/:id/typed', ({ body }) => {
    const asked = body as { body: string; basedOn: string | null };
    if (asked.basedOn !== (typed?.revision ?? null)) return failOutdated('Changed.', { typed });
    return { typed: put(asked.body) };
  });
  api.on('POST /api/threads/:id/messages', ({ body }) => {
    typed = null;
    return { message: aMessage({ id: 'new', ...(body as { body: string }) }) };
  });
  const saved = () => api.bodiesOf(`PUT ${threadPath}/typed`) as { body: string }[];
  return { ...view, saved };
}

describe('what is typed and not sent', () => {
  it('is kept on the server, and its row says so', async () => {
    const { user, saved } = open();
    await user.type(await field(), 'Half a thought');
    await waitFor(() => expect(saved()).toEqual([{ body: 'Half a thought', basedOn: null }]));
    await waitFor(() => expect(row().getByText('Draft')).toBeDefined());
  });

  it('comes back in another browser, and a change there replaces what was not touched here', async () => {
    put('From the office');
    const { user, api } = open();
    const events = api.openEvents();
    await shows('From the office');
    expect(row().getByText('Draft')).toBeDefined();
    put('From the phone');
    events({ type: 'thread', threadId });
    await shows('From the phone');
    await user.type(await field(), '!');
    await waitFor(() => expect(typed?.body).toBe('From the phone!'));
  });

  it('is saved at once when the conversation is left', async () => {
    const { user, saved } = open();
    await user.type(await field(), 'Half');
    act(() => go(`/?thread=${idOf(31)}`));
    await waitFor(() => expect(saved()).toHaveLength(1));
    act(() => go(`/?thread=${threadId}`));
    await shows('Half');
  });

  it('does not overwrite what another page has typed since, until the next key', async () => {
    put('First');
    const { user, api, saved } = open();
    const events = api.openEvents();
    await shows('First');
    put('Newer');
    await user.type(await field(), ' older');
    await waitFor(() => expect(saved()).toHaveLength(1));
    events({ type: 'thread', threadId });
    await screen.findByText('Draft');
    expect([typed?.body, (await field()).value]).toEqual(['Newer', 'First older']);
    await user.type(await field(), ' now');
    await waitFor(() => expect(typed?.body).toBe('First older now'));
  });

  it('is gone once it was sent, here and in another page, and what is typed meanwhile stays', async () => {
    put('Hello');
    const { user, api } = open();
    const events = api.openEvents();
    await shows('Hello');
    await user.type(await field(), '{Enter}And then');
    await findToast('Message sent');
    await waitFor(() => expect(typed?.body).toBe('And then'));
    await shows('And then');
    // Another page sends it.
    typed = null;
    events({ type: 'thread', threadId });
    await shows('');
    expect(typed).toBeNull();
  });

  it('keeps the field where a list was read before the words were saved', async () => {
    const { user, api, saved } = open();
    const events = api.openEvents();
    await user.type(await field(), 'Precious');
    await waitFor(() => expect(saved()).toHaveLength(1));
    const kept = typed;
    typed = null;
    api.on('GET /api/threads/:id/messages', () => {
      const late = { thread: aThread({ typed: null }), messages: [aMessage()], nextCursor: null };
      typed = kept;
      return late;
    });
    events({ type: 'thread', threadId });
    await waitFor(() => expect(saved()).toHaveLength(2));
    await shows('Precious');
    expect(typed).toMatchObject({ body: 'Precious' });
  });

  it('stays in the browser for users', async () => {
    const { user, saved, unmount } = open(aUser());
    await user.type(await field(), 'Only here');
    unmount();
    open(aUser());
    await shows('Only here');
    expect(saved()).toEqual([]);
  });
});
