import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Thread } from '#shared/api/threads.ts';
import { neverAnswer } from '#test/web/fake-api.ts';
import { aMessage, anAdmin, aThread, idOf } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const { id } = aThread();
const admin = anAdmin();
const field = () => screen.getByRole('textbox', { name: /^Write to/ });
const leaveField = () => act(() => (document.activeElement as HTMLElement).blur());

async function openThread(thread: Partial<Thread> = {}) {
  const view = renderApp(`/?thread=${id}`, admin);
  const shown = aThread(thread);
  view.api.on('GET /api/threads', { threads: [shown], nextCursor: null });
  view.api.on('GET /api/threads/:id/messages', {
    thread: shown,
    messages: [aMessage()],
    nextCursor: null,
  });
  await screen.findByRole('textbox', { name: /^Write to/ });
  return view;
}

describe('keys in an open conversation', () => {
  it('lead to the composer with r, also from a note, and back to the list with Escape', async () => {
    const { user } = await openThread();
    await user.keyboard('r');
    expect(document.activeElement).toBe(field());
    await user.keyboard('rea');
    expect(field()).toHaveProperty('value', 'rea');
    await user.click(screen.getByRole('button', { name: 'Note' }));
    leaveField();
    await user.keyboard('r');
    expect(document.activeElement).toBe(field());
    leaveField();
    await user.keyboard('{Escape}{Escape}');
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it.each([
    [false, 'Conversation resolved'],
    [true, 'Conversation reopened'],
  ])('resolve or reopen it with e (resolved: %s)', async (isResolved, done) => {
    const { api, user } = await openThread({ isResolved });
    api.on('PUT /api/threads/:id/resolved', { thread: aThread({ isResolved: !isResolved }) });
    await user.keyboard('e');
    await findToast(done);
    expect(api.bodiesOf(`PUT /api/threads/${id}/resolved`)).toEqual([{ isResolved: !isResolved }]);
  });

  it.each([
    [null, admin.id, 'Assigned to you'],
    [{ id: admin.id, name: 'Ann' }, null, 'Assigned to no one'],
  ])('assign it to me or to no one with a (assigned: %o)', async (assignee, wanted, done) => {
    const { api, user } = await openThread({ assignee });
    api.on('PUT /api/threads/:id/assignee', { thread: aThread() });
    await user.keyboard('a');
    await findToast(done);
    const body = { assigneeId: wanted, seenId: assignee?.id ?? null };
    expect(api.bodiesOf(`PUT /api/threads/${id}/assignee`)).toEqual([body]);
  });

  it('report each change when the server has made it, before the lists are loaded again', async () => {
    const { api, user } = await openThread();
    api.on('PUT /api/threads/:id/assignee', {
      thread: aThread({ assignee: { id: admin.id, name: 'Ann' } }),
    });
    api.on('PUT /api/threads/:id/resolved', { thread: aThread({ isResolved: true }) });
    api.on('GET /api/threads', neverAnswer);
    api.on('GET /api/threads/:id/messages', neverAnswer);
    await user.keyboard('a');
    await findToast('Assigned to you');
    await user.keyboard('e');
    await findToast('Conversation resolved');
  });

  it.each([
    ['ai', 't', 'take', {}, 'You answer now'],
    ['human', 't', 'take', {}, 'You answer now'],
    ['human', '{Shift>}T{/Shift}', 'return', { answer: 'all' }, 'Ada answers again'],
  ] as const)('move it between %s and me with %s: %s', async (handler, key, step, body, done) => {
    const { api, user } = await openThread({ handler });
    api.on(`POST /api/threads/:id/${step}`, { thread: aThread() });
    await user.keyboard(key);
    await findToast(done);
    expect(api.bodiesOf(`POST /api/threads/${id}/${step}`)).toEqual([body]);
  });

  it('can be undone from the toast that reports them', async () => {
    const { api, user } = await openThread({ handler: 'human' });
    api.on('PUT /api/threads/:id/resolved', { thread: aThread({ isResolved: true }) });
    api.on('POST /api/threads/:id/undo', { thread: aThread({ handler: 'human' }) });
    await user.keyboard('{Shift>}E{/Shift}');
    await findToast('Conversation resolved');
    const wanted = { isResolved: true, keeps: true };
    expect(api.bodiesOf(`PUT /api/threads/${id}/resolved`)).toEqual([wanted]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(api.callsOf(`POST /api/threads/${id}/undo`)).toHaveLength(1));
  });

  it('mean the same under Caps Lock, where only Shift makes another key of them', async () => {
    const { api, user } = await openThread({ handler: 'human' });
    api.on('POST /api/threads/:id/take', { thread: aThread({ handler: 'human' }) });
    api.on('POST /api/threads/:id/return', { thread: aThread() });
    api.on('PUT /api/threads/:id/resolved', { thread: aThread() });
    api.on('PUT /api/threads/:id/assignee', { thread: aThread() });
    await user.keyboard('{CapsLock}R');
    expect(document.activeElement).toBe(field());
    leaveField();
    for (const [key, done] of [
      ['E', 'Conversation resolved'],
      ['A', 'Assigned to you'],
      ['T', 'You answer now'],
    ] as const) {
      await user.keyboard(key);
      await findToast(done);
    }
    expect(api.callsOf(`POST /api/threads/${id}/return`)).toEqual([]);
    // With Caps Lock, Shift types a small letter on Windows.
    await user.keyboard('{Shift>}t{/Shift}');
    await findToast('Ada answers again');
  });

  it('do nothing with a modifier, held down, in a dialog, or turned off', async () => {
    const { api, user } = await openThread();
    await user.keyboard('{Control>}e{/Control}{Alt>}a{/Alt}{Meta>}r{/Meta}');
    act(() => {
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'e', repeat: true, bubbles: true }),
      );
    });
    await user.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keyboard' });
    await user.keyboard('ear');
    await user.click(screen.getByRole('switch', { name: 'Keyboard shortcuts' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('ear?j/');
    expect(document.activeElement?.matches('a, input, textarea')).toBe(false);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.requests.filter(({ call }) => !call.startsWith('GET'))).toEqual([]);
  });
});

function setWidth(width: number): void {
  type HappyDom = { happyDOM: { setViewport(size: { width: number }): void } };
  (window as unknown as HappyDom).happyDOM.setViewport({ width });
}

describe('the list of conversations', () => {
  const threads = [1, 2, 3].map((n) => aThread({ id: idOf(50 + n), lastMessage: `Text ${n}` }));
  const links = () => screen.getAllByRole('link', { name: /Text \d/ });
  const stops = () => links().filter(({ tabIndex }) => tabIndex === 0);

  async function renderList(query = '') {
    const view = renderApp(`/${query}`, admin);
    view.api.on('GET /api/threads', { threads, nextCursor: null });
    view.api.on('GET /api/threads/:id/messages', ({ call }) => ({
      thread: threads.find(({ id }) => call.includes(id)) as Thread,
      messages: [aMessage()],
      nextCursor: null,
    }));
    await screen.findByRole('link', { name: /Text 3/ });
    return view;
  }

  it('is one stop of the Tab key, with arrows, j, k, Home and End inside it', async () => {
    const { user } = await renderList();
    const [first, second, third] = links();
    await waitFor(() => expect(stops()).toEqual([first]));
    first?.focus();
    await user.keyboard('{ArrowDown}');
    expect([document.activeElement, ...stops()]).toEqual([second, second]);
    await user.keyboard('{End}k');
    expect(document.activeElement).toBe(second);
    await user.keyboard('j');
    expect([document.activeElement, ...stops()]).toEqual([third, third]);
    await user.keyboard('{Home}');
    expect([document.activeElement, ...stops()]).toEqual([first, first]);
    await user.tab();
    expect(links()).not.toContain(document.activeElement);
  });

  it.each([
    ['a desk', 1440, true],
    ['a phone', 390, false],
  ])('leads on %s (%d px) to where one writes: %s', async (_device, width, isFocused) => {
    const before = window.innerWidth;
    setWidth(width);
    onTestFinished(() => setWidth(before));
    const { user } = await renderList();
    links()[1]?.focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('textbox', { name: /^Write to/ });
    expect(document.activeElement === field()).toBe(isFocused);
    const open = links().filter((link) => link.getAttribute('aria-current') === 'true');
    expect(open.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Text 2')]);
  });

  it('takes a conversation over from the list with t, and opens it', async () => {
    const { api, user } = await renderList();
    const second = threads[1] as Thread;
    api.on('POST /api/threads/:id/take', { thread: second });
    links()[1]?.focus();
    await user.keyboard('t');
    await screen.findByRole('textbox', { name: /^Write to/ });
    expect(api.callsOf(`POST /api/threads/${second.id}/take`)).toHaveLength(1);
    expect(window.location.search).toBe(`?thread=${second.id}`);
  });

  it('leaves the focus where it is when the page was loaded with a conversation', async () => {
    await renderList(`?thread=${threads[0]?.id}`);
    await screen.findByRole('textbox', { name: /^Write to/ });
    expect(document.activeElement).not.toBe(field());
  });
});

describe('the sheet of shortcuts', () => {
  it('lists them by place, and keeps in this browser whether single keys are wanted', async () => {
    const first = await openThread();
    await first.user.keyboard('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard' }));
    const places = sheet.getAllByRole('heading', { level: 3 }).map((one) => one.textContent);
    expect(places).toEqual(['Anywhere', 'In the list', 'In a conversation', 'In the search']);
    expect(
      sheet.getByText('Resolve or reopen it, or resolve the selection').closest('div')?.textContent,
    ).toContain('E');
    await first.user.click(sheet.getByRole('switch', { name: 'Keyboard shortcuts' }));
    expect(sheet.getByText(/^Single keys are off/)).toBeDefined();
    first.unmount();

    const { user } = await openThread();
    expect(
      screen.getByLabelText('Search people and messages').hasAttribute('aria-keyshortcuts'),
    ).toBe(false);
    await user.keyboard('r');
    expect(document.activeElement?.matches('a, input, textarea')).toBe(false);
  });
});
