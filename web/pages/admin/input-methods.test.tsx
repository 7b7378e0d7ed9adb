import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { neverAnswer } from '#test/web/fake-api.ts';
import { aMessage, anAdmin, aSearchReply, aThread, idOf } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';

const { id } = aThread();
const word = '変換';

/** What a browser reports when Enter confirms a word of an input method. */
const orders: [string, (field: Element) => void][] = [
  [
    'Chrome and Firefox',
    (field) => {
      fireEvent.keyDown(field, { key: 'Enter', keyCode: 229, isComposing: true });
      fireEvent.compositionEnd(field, { data: word });
    },
  ],
  [
    'Safari',
    (field) => {
      fireEvent.compositionEnd(field, { data: word });
      fireEvent.keyDown(field, { key: 'Enter', keyCode: 229, isComposing: false });
    },
  ],
];

type View = Awaited<ReturnType<typeof openThread>>;
type Place = { open: (view: View) => Promise<HTMLElement>; call: string };

async function openThread() {
  const view = renderApp(`/?thread=${id}`, anAdmin());
  view.api
    .on('GET /api/threads', { threads: [aThread()], nextCursor: null })
    .on('GET /api/threads/:id/messages', {
      thread: aThread(),
      messages: [aMessage()],
      nextCursor: null,
    })
    .on('GET /api/labels', { labels: [] })
    .on('GET /api/providers', { providers: [] })
    .on('GET /api/experts', { experts: [] })
    .on('GET /api/analytics', neverAnswer())
    .on('GET /api/search', aSearchReply({}))
    .on('POST /api/labels', { label: { id: idOf(72), name: word, hue: 'teal' } })
    .on('POST /api/labels/:id/threads', { threadIds: [id] })
    .on('POST /api/threads/:id/messages', { message: aMessage({ id: 'new' }) })
    .on('PUT /api/threads/:id/title', { thread: aThread() });
  await screen.findByRole('textbox', { name: /^Write to/ });
  return view;
}

const places: [string, Place][] = [
  [
    'a text',
    {
      open: async () => screen.findByRole('textbox', { name: /^Write to/ }),
      call: `POST /api/threads/${id}/messages`,
    },
  ],
  [
    'a title',
    {
      open: async ({ user }) => {
        await user.click(await screen.findByRole('button', { name: /Fractions, patiently/ }));
        return screen.getByRole('textbox', { name: 'Conversation title' });
      },
      call: `PUT /api/threads/${id}/title`,
    },
  ],
  [
    'a label',
    {
      open: async ({ user }) => {
        await user.keyboard('l');
        return screen.findByRole('combobox', { name: 'Find a label' });
      },
      call: 'POST /api/labels',
    },
  ],
];

describe.each(orders)('Enter that confirms a word in %s', (_, confirm) => {
  it.each(places)('does not finish %s; the next Enter does', async (_, { open, call }) => {
    const view = await openThread();
    const field = await open(view);
    await view.user.clear(field);
    await view.user.type(field, word);
    confirm(field);
    expect(view.api.bodiesOf(call)).toEqual([]);
    expect(document.activeElement).toBe(field);
    await view.user.keyboard('{Enter}');
    await waitFor(() => expect(view.api.bodiesOf(call)).toHaveLength(1));
  });

  it('chooses nothing in the palette', async () => {
    const { user } = await openThread();
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Go to' });
    await user.keyboard('Analytics');
    await screen.findAllByRole('option', { name: /Analytics/ });
    confirm(field);
    expect(window.location.pathname).toBe('/');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe('/analytics'));
  });
});
