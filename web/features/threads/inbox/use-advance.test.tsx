import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Thread } from '#shared/api/threads.ts';
import { failWith } from '#test/web/fake-api.ts';
import { aMessage, anAdmin, aThread, noThreads } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const names = ['one', 'two', 'three'];
const list = names.map((id) => aThread({ id, title: `Title ${id}` }));
const waiting = aThread({
  id: 'waits',
  title: 'Title waits',
  humanWantedAt: '2026-11-01T12:00:00.000Z',
});

function renderDesk(open: string, { waits = [] as Thread[], isOn = true } = {}) {
  if (isOn) localStorage.setItem('opens_next', 'on');
  const view = renderApp(`/?thread=${open}`, anAdmin());
  const { api } = view;
  const all = [...list, ...waits];
  const of = (call: string) => all.find(({ id }) => call.includes(`/${id}/`)) as Thread;
  api.on('GET /api/threads', ({ query }) => ({
    threads: query.get('state') === 'wantsHuman' ? waits : list,
    nextCursor: null,
  }));
  api.on('GET /api/threads/counts', { counts: { ...noThreads, wantsHuman: waits.length } });
  api.on('GET /api/threads/:id/messages', ({ call }) => ({
    thread: of(call),
    messages: [aMessage()],
    nextCursor: null,
  }));
  api.on('PUT /api/threads/:id/resolved', ({ call }) => ({
    thread: { ...of(call), isResolved: true },
  }));
  api.on('POST /api/threads/:id/messages', { message: aMessage({ id: 'new' }) });
  return view;
}

const isOpen = (id: string) =>
  waitFor(() => expect(new URLSearchParams(window.location.search).get('thread')).toBe(id));
const field = () => screen.findByRole('textbox', { name: /^Write to/ });
const rows = () => waitFor(() => expect(document.querySelector('[data-thread]')).not.toBeNull());

describe('after a conversation is resolved', () => {
  it('the next row opens where no one waits, and the toast says what was done', async () => {
    const { user } = renderDesk('two');
    await rows();
    await user.click(await screen.findByRole('button', { name: 'Resolve' }));
    await isOpen('three');
    (await field()).blur();
    await user.keyboard('e');
    await findToast('Conversation resolved');
    // Below the last there is none.
    await isOpen('three');
  });

  it('the first that waits for a person opens before the next row', async () => {
    const { user } = renderDesk('one', { waits: [waiting] });
    await screen.findByRole('heading', { name: /^Waiting for a person/ });
    (await field()).blur();
    await user.keyboard('e');
    await isOpen('waits');
    await findToast('Conversation resolved');
  });

  it('the next opens also after a text that resolves, but not away from other words', async () => {
    const { user, api } = renderDesk('one');
    await rows();
    const keys = '{Control>}{Shift>}{Enter}{/Shift}{/Control}';
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    api.on('POST /api/threads/:id/messages', async () => {
      await isAnswered;
      return { message: aMessage({ id: 'new' }) };
    });
    await user.type(await field(), `Done.${keys}And one more`);
    answer();
    await findToast('Message sent');
    await isOpen('one');
    await user.clear(await field());
    await user.type(await field(), `Really done.${keys}`);
    await isOpen('two');
  });

  it('nothing opens where resolving has failed', async () => {
    const { user, api } = renderDesk('one');
    await rows();
    api.on('PUT /api/threads/:id/resolved', failWith(500, 'Not now'));
    await user.click(await screen.findByRole('button', { name: 'Resolve' }));
    await screen.findByText('Not now');
    await isOpen('one');
  });

  it('nothing opens by default, until it is switched on in the settings', async () => {
    const view = renderDesk('one', { isOn: false });
    await rows();
    (await field()).blur();
    await view.user.keyboard('e');
    await findToast('Conversation resolved');
    await isOpen('one');
    view.unmount();
    const settings = renderApp('/settings', anAdmin());
    const name = 'After resolving, open the next conversation that waits';
    await settings.user.click(await screen.findByRole('switch', { name }));
    expect(localStorage.getItem('opens_next')).toBe('on');
  });
});
