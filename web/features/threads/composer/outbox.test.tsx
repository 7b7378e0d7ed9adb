import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { navigate as go } from 'wouter/use-browser-location';
import type { Message, PostMessageRequest } from '#shared/api/messages.ts';
import type { Thread } from '#shared/api/threads.ts';
import type { FakeRequest } from '#test/web/fake-api.ts';
import { failWith } from '#test/web/fake-api.ts';
import { aMessage, anAdmin, aThread, aUser, idOf } from '#test/web/fixtures.ts';
import { findToast } from '#test/web/render.tsx';
import { findBubbles, renderThread, threadId, threadPath } from '#test/web/render-thread.ts';

type View = ReturnType<typeof renderThread>;
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Write to/ });
const wordsOf = async () => (await findBubbles()).map(({ textContent }) => textContent ?? '');
const isBusy = (words: string) =>
  screen.getByText(words, { selector: 'li *' }).closest('[aria-busy]') !== null;

/** Answers each text when the test says so, and keeps what it stored. */
function holdTexts({ api }: View, as: 'staff' | 'person' = 'staff', open: Partial<Thread> = {}) {
  const stored: Message[] = [];
  const waiting: { body: string; answer: (failure?: ReturnType<typeof failWith>) => void }[] = [];
  const store = ({ body, sendId }: PostMessageRequest): Message => {
    const known = stored.find((one) => one.sendId === sendId);
    if (known) return known;
    const ours = as === 'staff' ? 'outbound' : 'inbound';
    const origin = as === 'staff' ? ('admin' as const) : ('web' as const);
    const id = idOf(70 + stored.length);
    const message = aMessage({ id, body, direction: ours, origin, ...(sendId && { sendId }) });
    stored.unshift(message);
    return message;
  };
  api.on('POST /api/threads/:id/messages', async ({ body }: FakeRequest) => {
    const request = body as PostMessageRequest;
    const failure = await new Promise<ReturnType<typeof failWith> | undefined>((answer) => {
      waiting.push({ body: request.body, answer });
    });
    return failure ?? { message: store(request) };
  });
  api.on('GET /api/threads/:id/messages', ({ call }) => ({
    thread: aThread(call.includes(threadId) ? open : { id: idOf(31), title: 'Another' }),
    messages: call.includes(threadId) ? [...stored, aMessage()] : [aMessage()],
    nextCursor: null,
  }));
  const next = async () => {
    await waitFor(() => expect(waiting).not.toEqual([]));
    return waiting.shift() as (typeof waiting)[number];
  };
  const sent = () => api.bodiesOf(`POST ${threadPath}/messages`) as PostMessageRequest[];
  return { next, store, stored, sent };
}

describe('a text that is being sent', () => {
  it.each([
    ['staff', anAdmin()],
    ['person', aUser()],
  ] as const)('stands in the conversation at once, and the field is free (%s)', async (as, me) => {
    const view = renderThread([aMessage()], {}, me);
    const { next } = holdTexts(view, as);
    await view.user.type(await field(), 'Hello{Enter}');
    expect(isBusy('Hello')).toBe(true);
    expect((await wordsOf()).at(-1)).toContain('Sending…');
    await view.user.type(await field(), 'And then');
    const row = (await findBubbles()).at(-1);
    (await next()).answer();
    await findToast('Message sent');
    await waitFor(() => expect(isBusy('Hello')).toBe(false));
    // The stored message is the same row.
    expect((await findBubbles()).at(-1)).toBe(row);
    expect(await findBubbles()).toHaveLength(2);
    expect(await field()).toHaveProperty('value', 'And then');
  });

  it('keeps its place among several, which are sent one after the other', async () => {
    const view = renderThread([aMessage()]);
    const { next, sent } = holdTexts(view);
    for (const words of ['One', 'Two', 'Three'])
      await view.user.type(await field(), `${words}{Enter}`);
    const first = await next();
    expect(sent().map(({ body }) => body)).toEqual(['One']);
    expect((await wordsOf()).slice(1).map((words) => /One|Two|Three/.exec(words)?.[0])).toEqual([
      'One',
      'Two',
      'Three',
    ]);
    first.answer();
    (await next()).answer();
    (await next()).answer();
    await waitFor(() => expect(screen.queryByText(/Sending…/)).toBeNull());
    expect(sent().map(({ body }) => body)).toEqual(['One', 'Two', 'Three']);
    expect(await findBubbles()).toHaveLength(4);
  });

  it('is one text for a double click', async () => {
    const waits = { handler: 'human', canEndWait: true } as const;
    const view = renderThread([aMessage()], waits, aUser());
    const { next, sent } = holdTexts(view, 'person', waits);
    await view.user.dblClick(await screen.findByRole('button', { name: 'Back to Ada' }));
    (await next()).answer();
    await findToast('Message sent');
    expect(sent()).toHaveLength(1);
    expect(await findBubbles()).toHaveLength(2);
  });

  it('is one text for a double Enter', async () => {
    const view = renderThread([aMessage()]);
    const { next, sent } = holdTexts(view);
    await view.user.type(await field(), 'Hello{Enter}{Enter}');
    (await next()).answer();
    await findToast('Message sent');
    expect(sent()).toHaveLength(1);
  });

  it('is not shown twice when its message arrives before the answer to its request', async () => {
    const view = renderThread([aMessage()]);
    const events = view.api.openEvents();
    const { next, store, sent } = holdTexts(view);
    await view.user.type(await field(), 'Hello{Enter}');
    const { answer } = await next();
    store(sent()[0] as PostMessageRequest);
    events({ type: 'thread', threadId });
    await waitFor(() => expect(isBusy('Hello')).toBe(false));
    expect(await findBubbles()).toHaveLength(2);
    answer();
    await findToast('Message sent');
    expect(await findBubbles()).toHaveLength(2);
  });
});

describe('a text that was not sent', () => {
  async function fail(view: View, words = 'Hello', reason = 'The window is closed') {
    const desk = holdTexts(view);
    await view.user.type(await field(), `${words}{Enter}`);
    (await desk.next()).answer(failWith(422, reason));
    const note = await screen.findByText(`Not sent: ${reason}`);
    // The toast of the failure keeps clear of it.
    expect(note.closest('[data-uncovered]')).not.toBeNull();
    return desk;
  }

  it('is sent again by the same id, so that the server stores it once', async () => {
    const view = renderThread([aMessage()]);
    const { next, store, sent, stored } = await fail(view, 'Hello', 'The line was cut');
    // The server had stored it.
    store(sent()[0] as PostMessageRequest);
    await view.user.click(screen.getByRole('button', { name: 'Try again' }));
    (await next()).answer();
    await waitFor(() => expect(screen.queryByText(/Not sent|Sending…/)).toBeNull());
    expect(new Set(sent().map(({ sendId }) => sendId)).size).toBe(1);
    expect(stored).toHaveLength(1);
    expect(await findBubbles()).toHaveLength(2);
  });

  it('goes back to the field to be edited, before what stands there', async () => {
    const view = renderThread([aMessage()]);
    await fail(view);
    await view.user.type(await field(), 'Second thought');
    await view.user.click(screen.getByRole('button', { name: 'Edit' }));
    await waitFor(async () =>
      expect(await field()).toHaveProperty('value', 'Hello\nSecond thought'),
    );
    expect(screen.queryByText(/Not sent/)).toBeNull();
    expect(await findBubbles()).toHaveLength(1);
  });

  it('holds up those behind it, which go with it when it is tried again', async () => {
    const view = renderThread([aMessage()]);
    const { next, sent } = holdTexts(view);
    await view.user.type(await field(), 'One{Enter}');
    await view.user.type(await field(), 'Two{Enter}');
    (await next()).answer(failWith(500, ''));
    await screen.findByText('Not sent: The text before it was not sent.');
    expect(sent()).toHaveLength(1);
    const [first] = screen.getAllByRole('button', { name: 'Try again' });
    await view.user.click(first as HTMLElement);
    (await next()).answer();
    (await next()).answer();
    await waitFor(() => expect(screen.queryByText(/Not sent|Sending…/)).toBeNull());
    expect(sent().map(({ body }) => body)).toEqual(['One', 'One', 'Two']);
  });

  it('is still there after another conversation, and after a reload', async () => {
    const view = renderThread([aMessage()]);
    await fail(view);
    act(() => go(`/?thread=${idOf(31)}`));
    await screen.findByRole('button', { name: /Another/ });
    expect(screen.queryByText(/Not sent/)).toBeNull();
    act(() => go(`/?thread=${threadId}`));
    await screen.findByText('Not sent: The window is closed');
    view.unmount();
    renderThread([aMessage()]);
    await screen.findByText('Not sent: The window is closed');
  });

  it('says after a reload that its answer never came, and is gone if it was stored', async () => {
    const view = renderThread([aMessage()]);
    const { next, sent } = holdTexts(view);
    await view.user.type(await field(), 'Hello{Enter}');
    await next();
    view.unmount();
    const second = renderThread([aMessage()]);
    await screen.findByText('Not sent: The page was left before the server answered.');
    second.unmount();
    const { sendId } = sent()[0] as PostMessageRequest;
    const stored = aMessage({ id: idOf(70), body: 'Hello', direction: 'outbound', sendId });
    renderThread([stored, aMessage()]);
    await screen.findByText('Hello', { selector: 'li *' });
    expect(screen.queryByText(/Not sent/)).toBeNull();
    expect(await findBubbles()).toHaveLength(2);
  });

  it('is sent on where its conversation was left meanwhile', async () => {
    const view = renderThread([aMessage()]);
    const { next } = holdTexts(view);
    await view.user.type(await field(), 'Hello{Enter}');
    const { answer } = await next();
    act(() => go(`/?thread=${idOf(31)}`));
    await screen.findByRole('button', { name: /Another/ });
    answer();
    await findToast('Message sent');
    act(() => go(`/?thread=${threadId}`));
    await screen.findByText('Hello', { selector: 'li *' });
    expect(within((await findBubbles()).at(-1) as HTMLElement).queryByText(/Sending…/)).toBeNull();
  });
});
