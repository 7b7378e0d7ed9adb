import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { aMessage, aNote, anAdmin, anAgent, anAnswer, aThread, idOf } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';
import { findBubbles, renderThread, threadId, threadPath } from '#test/web/render-thread.ts';

describe('canned replies', () => {
  const replies = [
    { id: idOf(70), name: 'Address', text: 'Elm Street 4.' },
    { id: idOf(71), name: 'Hours', text: 'We open at nine.' },
    { id: idOf(72), name: 'Holidays', text: 'We are closed until Monday.' },
  ];

  it('are chosen by /, filtered by what follows, and inserted by Enter', async () => {
    const { api, user } = renderThread([aMessage()]);
    api.on('GET /api/canned-replies', { cannedReplies: replies });
    await user.type(await screen.findByRole('textbox', { name: /^Write to/ }), '/ho');
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Hours1 segmentWe open at nine.',
      'Holidays1 segmentWe are closed until Monday.',
    ]);
    await user.keyboard('{ArrowDown}{Enter}');
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Write to/ });
    expect(field.value).toBe('We are closed until Monday.');
    expect(api.callsOf(`POST ${threadPath}/messages`)).toEqual([]);
  });

  it('are kept in a dialog, which sends nothing to the person', async () => {
    const { api, user } = renderThread([aMessage()]);
    api.on('GET /api/canned-replies', { cannedReplies: [] });
    await user.type(await screen.findByRole('textbox', { name: /^Write to/ }), '/');
    await user.click(await screen.findByRole('button', { name: 'Add a canned reply' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Canned replies' }));
    await user.type(dialog.getByLabelText('Name'), 'Hours');
    await user.type(dialog.getByLabelText('Text'), 'At nine.');
    api.on(
      'POST /api/canned-replies',
      failWith(409, 'A canned reply with this name already exists'),
    );
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await dialog.findByText('A canned reply with this name already exists');
    expect(api.bodiesOf('POST /api/canned-replies')).toEqual([{ name: 'Hours', text: 'At nine.' }]);
    expect(api.callsOf(`POST ${threadPath}/messages`)).toEqual([]);
  });

  it('are deleted after a question, and come back by Undo', async () => {
    const { api, user } = renderThread([aMessage()]);
    api.on('GET /api/canned-replies', { cannedReplies: replies });
    await user.type(await screen.findByRole('textbox', { name: /^Write to/ }), '/');
    await user.click(await screen.findByRole('button', { name: 'Manage canned replies' }));
    expect(screen.queryByRole('listbox')).toBeNull();
    const dialog = within(await screen.findByRole('dialog', { name: 'Canned replies' }));
    await user.click(dialog.getByRole('button', { name: 'Delete Hours' }));
    await user.click(dialog.getByRole('button', { name: 'Keep' }));
    expect(api.callsOf('DELETE /api/canned-replies/:id')).toEqual([]);
    api.on('DELETE /api/canned-replies/:id', { ok: true });
    api.on('POST /api/canned-replies', { cannedReply: replies[1] as (typeof replies)[number] });
    await user.click(dialog.getByRole('button', { name: 'Delete Hours' }));
    await user.click(dialog.getByRole('button', { name: 'Delete Hours for the whole team' }));
    await user.click(await dialog.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(api.bodiesOf('POST /api/canned-replies')).toEqual([
        { name: 'Hours', text: 'We open at nine.' },
      ]),
    );
  });

  it('are left by Escape, and do not hold up a text that begins with /', async () => {
    const { api, user } = renderThread([aMessage()]);
    api.on('GET /api/canned-replies', { cannedReplies: replies });
    await user.type(await screen.findByRole('textbox', { name: /^Write to/ }), '/a');
    await screen.findByRole('listbox', { name: 'Canned replies' });
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    api.on('POST /api/threads/:id/messages', { message: aMessage() });
    await user.keyboard('zzz{Enter}');
    await waitFor(() =>
      expect(api.bodiesOf(`POST ${threadPath}/messages`)).toMatchObject([{ body: '/azzz' }]),
    );
  });
});

describe('private notes', () => {
  const at = (minute: number) => new Date(2026, 0, 5, 9, minute).toISOString();

  it('stand among the messages in their place, and can be deleted', async () => {
    const { api, user } = renderApp(`/?thread=${threadId}`, anAdmin());
    const note = aNote({ body: 'Her daughter is called Lin.', createdAt: at(2) });
    api.on('GET /api/threads', { threads: [aThread()], nextCursor: null });
    api.on('GET /api/threads/:id/messages', {
      thread: aThread(),
      messages: [
        aMessage({ id: 'b', body: 'Second', createdAt: at(3) }),
        aMessage({ id: 'a', body: 'First', createdAt: at(1) }),
      ],
      notes: [note],
      nextCursor: null,
    });
    const shown = (await findBubbles()).map(({ textContent }) => textContent);
    expect(shown[0]).toContain('First');
    expect(shown[1]).toMatch(/Private note · Grace Hopper · 9:02.*Her daughter is called Lin\./);
    expect(shown[2]).toContain('Second');
    api.on('DELETE /api/threads/:id/notes/:id', { ok: true });
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(screen.getByRole('button', { name: 'Delete note' }));
    await waitFor(() => expect(screen.queryByText(note.body)).toBeNull());
  });

  it("can't be deleted by an agent if they are an admin's", async () => {
    const { api } = renderApp(`/?thread=${threadId}`, anAgent());
    const author = { id: idOf(62), name: 'Lee', role: 'AGENT' } as const;
    api.on('GET /api/threads', { threads: [aThread()], nextCursor: null });
    api.on('GET /api/threads/:id/messages', {
      thread: aThread(),
      messages: [],
      notes: [aNote({ body: 'By Grace' }), aNote({ id: author.id, body: 'By Lee', author })],
      nextCursor: null,
    });
    await screen.findByText('By Grace');
    expect(screen.getAllByRole('button', { name: 'Delete' })).toHaveLength(1);
  });

  it('are written in place of a text, and Escape returns to it', async () => {
    const { api, user } = renderThread([aMessage()]);
    await user.click(await screen.findByRole('button', { name: 'Note' }));
    const field = screen.getByRole('textbox', { name: 'Private note for the team' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    api.on('POST /api/threads/:id/notes', { note: aNote({ body: 'Call back on Monday.' }) });
    await user.keyboard('Call back on Monday.{Enter}');
    await screen.findByText('Call back on Monday.', { selector: 'li *' });
    expect(api.bodiesOf(`POST ${threadPath}/notes`)).toEqual([{ body: 'Call back on Monday.' }]);
    expect(api.callsOf(`POST ${threadPath}/messages`)).toEqual([]);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('textbox', { name: /^Write to/ })).toBeDefined();
  });
});

describe("the AI's draft", () => {
  it('goes to the composer to be edited, after what was typed there', async () => {
    const question = aMessage({ answer: anAnswer({ state: 'held', draft: 'Start with halves.' }) });
    const { user } = renderThread([question], { handler: 'human' });
    await user.type(await screen.findByRole('textbox', { name: /^Write to/ }), 'Hi Mia.');
    await user.click(screen.getByRole('button', { name: 'Note' }));
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Write to/ });
    await waitFor(() => expect(field.value).toBe('Hi Mia.\nStart with halves.'));
    expect(document.activeElement).toBe(field);
  });

  it('waits while a text is being sent', async () => {
    const question = aMessage({ answer: anAnswer({ state: 'held', draft: 'Start with halves.' }) });
    const { api, user } = renderThread([question], { handler: 'human' });
    api.on('POST /api/threads/:id/messages', neverAnswer());
    const draft = within(await screen.findByRole('region', { name: "Ada's draft" }));
    await user.type(await screen.findByRole('textbox', { name: /^Write to/ }), 'Hi Mia.{Enter}');
    await waitFor(() =>
      expect(draft.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true),
    );
  });

  it('shows how long the person has waited, in the list and above the composer', async () => {
    const waitsSince = new Date(Date.now() - 4.5 * 60_000).toISOString();
    renderThread([aMessage()], { handler: 'human', waitsSince });
    await waitFor(() => expect(screen.getAllByText('4 min')).toHaveLength(2));
  });
});
