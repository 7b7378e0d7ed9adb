import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CountedLabel } from '#shared/api/labels.ts';
import { failWith } from '#test/web/fake-api.ts';
import { aMessage, anAdmin, anAgent, aThread, idOf } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const refunds: CountedLabel = { id: idOf(70), name: 'Refunds', hue: 'red', threads: 2 };
const abuse: CountedLabel = { id: idOf(71), name: 'Abuse', hue: 'gray', threads: 0 };
const threads = [30, 31, 32].map((number) =>
  aThread({ id: idOf(number), userHandle: `+1202555014${number % 10}`, userPhoneNumber: null }),
);
const labelled = aThread({ labels: [{ id: refunds.id, name: 'Refunds', hue: 'red' }] });

async function renderInbox(path = '/', as = anAdmin()) {
  const view = renderApp(path, as);
  view.api.on('GET /api/threads', { threads, nextCursor: null });
  view.api.on('GET /api/threads/experts', { experts: [] });
  view.api.on('GET /api/labels', { labels: [abuse, refunds] });
  view.api.on('POST /api/labels/:id/threads', { threadIds: [labelled.id] });
  view.api.on('GET /api/threads/:id/messages', {
    thread: labelled,
    messages: [aMessage()],
    nextCursor: null,
  });
  await screen.findAllByText('+1 202 555 0140');
  return view;
}
const findField = () => screen.findByRole('combobox', { name: 'Find a label' });
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const put = (id: string) => `POST /api/labels/${id}/threads`;

describe('labels of a conversation', () => {
  it('are put on and taken off with l, the list staying open', async () => {
    const { api, user } = await renderInbox(`/?thread=${labelled.id}`);
    await screen.findByRole('textbox', { name: /^Write to/ });
    await user.keyboard('l');
    await findField();
    const option = (name: string) => screen.findByRole('option', { name });
    expect((await option('Refunds')).getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(api.bodiesOf(put(abuse.id))).toEqual([{ isOn: true, threadIds: [labelled.id] }]),
    );
    await user.keyboard('ref{Enter}');
    await waitFor(() =>
      expect(api.bodiesOf(put(refunds.id))).toEqual([{ isOn: false, threadIds: [labelled.id] }]),
    );
    expect((await option('Refunds')).getAttribute('aria-selected')).toBe('false');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('go back to what they were when the server refuses', async () => {
    const { api, user } = await renderInbox(`/?thread=${labelled.id}`);
    await screen.findByRole('textbox', { name: /^Write to/ });
    api.on('POST /api/labels/:id/threads', failWith(404, 'Label not found'));
    await user.keyboard('l');
    await findField();
    await user.click(await screen.findByRole('option', { name: 'Abuse' }));
    await findToast('Update failed');
    const [option] = screen.getAllByRole('option', { hidden: true });
    expect(option?.getAttribute('aria-selected')).toBe('false');
  });

  it('are created by admins as they are typed; agents are told that admins create them', async () => {
    const { api, user, unmount } = await renderInbox(`/?thread=${labelled.id}`);
    const label = { id: idOf(72), name: 'Shipping', hue: 'teal' as const };
    api.on('POST /api/labels', { label });
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await user.type(await findField(), 'Shipping');
    expect(options()).toEqual(['Create "Shipping"']);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(api.callsOf(put(label.id))).toHaveLength(1));
    expect(api.bodiesOf('POST /api/labels')).toEqual([{ name: 'Shipping', hue: 'orange' }]);
    unmount();
    const agents = await renderInbox(`/?thread=${labelled.id}`, anAgent());
    await agents.user.click(await screen.findByRole('button', { name: 'Change' }));
    await agents.user.type(await findField(), 'Shipping');
    expect(screen.getByText('No label has that name')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Rename or delete labels' })).toBeNull();
  });

  it('are renamed and deleted in a dialog, which says how many conversations lose them', async () => {
    const { api, user } = await renderInbox(`/?thread=${labelled.id}`);
    api.on('PUT /api/labels/:id', { label: refunds });
    api.on('DELETE /api/labels/:id', { ok: true });
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await user.click(await screen.findByRole('button', { name: 'Rename or delete labels' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Labels' }));
    await user.click(dialog.getByRole('button', { name: 'Edit Refunds' }));
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'Money back');
    await user.click(dialog.getByRole('radio', { name: 'blue' }));
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(api.bodiesOf(`PUT /api/labels/${refunds.id}`)).toEqual([
        { name: 'Money back', hue: 'blue' },
      ]),
    );
    await user.click(await dialog.findByRole('button', { name: 'Delete Refunds' }));
    expect(dialog.getByText('2 conversations have this label.')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Delete anyway' }));
    await user.click(dialog.getByRole('button', { name: 'Delete Abuse' }));
    await waitFor(() => expect(api.callsOf(`DELETE /api/labels/${abuse.id}`)).toHaveLength(1));
    expect(api.callsOf(`DELETE /api/labels/${refunds.id}`)).toHaveLength(1);
  });

  it('are managed at an address of their own', async () => {
    const { user } = await renderInbox(`/?thread=${labelled.id}&manage=labels`);
    await screen.findByRole('dialog', { name: 'Labels' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Labels' })).toBeNull());
    expect(window.location.search).toBe(`?thread=${labelled.id}`);
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await user.click(await screen.findByRole('button', { name: 'Rename or delete labels' }));
    await screen.findByRole('dialog', { name: 'Labels' });
    expect(window.location.search).toBe(`?thread=${labelled.id}&manage=labels`);
  });
});

describe('labels in the list', () => {
  it('are put on a selection, with a way back', async () => {
    const { api, user } = await renderInbox();
    await user.keyboard('jx');
    await screen.findByText('1 selected');
    await user.keyboard('j{Shift>}X{/Shift}');
    expect(screen.getByText('2 selected')).toBeDefined();
    await user.keyboard('l');
    await findField();
    await screen.findByRole('option', { name: 'Refunds' });
    const threadIds = [idOf(30), idOf(31)];
    api.on('POST /api/labels/:id/threads', { threadIds });
    await user.keyboard('ref{Enter}');
    const toast = within(await findToast('Refunds: added to 2 conversations'));
    await user.click(toast.getByRole('button', { name: 'Undo', hidden: true }));
    await waitFor(() =>
      expect(api.bodiesOf(put(refunds.id))).toEqual([
        { isOn: true, threadIds },
        { isOn: false, threadIds },
      ]),
    );
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'End the selection' }));
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('narrow it, and all that match are chosen at once', async () => {
    const { api, user } = await renderInbox();
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.click(await screen.findByRole('combobox', { name: 'Label' }));
    await user.click(await screen.findByRole('option', { name: 'Refunds 2' }));
    await screen.findByRole('button', { name: 'Remove filter: Refunds' });
    expect(window.location.search).toBe(`?labelled=${refunds.id}`);
    expect(api.callsOf('GET /api/threads').at(-1)).toContain(`labelled=${refunds.id}`);
    await user.keyboard('{Escape}');
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('jx');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all that match' }));
    await user.click(screen.getByRole('button', { name: 'Label' }));
    await user.click(await screen.findByRole('option', { name: 'Abuse' }));
    await waitFor(() =>
      expect(api.bodiesOf(put(abuse.id))).toEqual([
        { isOn: true, all: true, labelled: refunds.id },
      ]),
    );
  });
});
