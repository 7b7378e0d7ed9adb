import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Expert } from '#shared/api/experts.ts';
import { failWith } from '#test/web/fake-api.ts';
import { anAdmin, anExpert } from '#test/web/fixtures.ts';
import { findToast } from '#test/web/render.tsx';
import { openEdit, openNew, renderExperts } from '#test/web/render-experts.ts';

type Form = Awaited<ReturnType<typeof openNew>>;

const typedIn = (form: Form, label: string) =>
  (form.getByLabelText(label) as HTMLInputElement).value;

describe('experts', () => {
  // spec: 8.3
  it('loses nothing when saving fails', async () => {
    const view = renderExperts();
    view.api.on('PUT /api/experts/:id', failWith(409, 'That handle is taken'));
    const form = await openEdit(view);
    await view.user.type(form.getByLabelText('Handle'), '2');
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    const toast = await findToast('Failed to update expert');
    expect(within(toast).getByText('That handle is taken')).toBeDefined();
    expect(typedIn(form, 'Handle')).toBe('ada2');
  });

  it.each([
    ['Handle', 'An expert with this handle already exists'],
    ['Custom domain', 'An expert with this custom domain already exists'],
    ['Phone number', 'An expert with this phone number already exists'],
  ])('focuses the field that another expert already uses: %s', async (label, message) => {
    const view = renderExperts();
    view.api.on('PUT /api/experts/:id', failWith(409, message));
    const form = await openEdit(view);
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    expect(await form.findByText(message)).toBeDefined();
    expect(document.activeElement).toBe(form.getByLabelText(label));
  });

  // spec: 8.3
  it('explains why one could not be created', async () => {
    const view = renderExperts();
    view.api.on('POST /api/experts', failWith(500, 'Oops'));
    const form = await openNew(view);
    await view.user.type(form.getByLabelText('Display name'), 'Sol');
    await view.user.type(form.getByLabelText('Handle'), 'sol');
    form.getByRole('combobox', { name: 'AI provider' }).focus();
    await view.user.keyboard('{Enter}');
    await view.user.click(await screen.findByRole('option', { name: 'OpenAI' }));
    await view.user.click(form.getByRole('button', { name: 'Create expert' }));
    expect(within(await findToast('Failed to create expert')).getByText('Oops')).toBeDefined();
  });

  it('has an address for its forms: Back closes one, and a reload keeps what was typed', async () => {
    const view = renderExperts();
    const form = await openEdit(view);
    expect(window.location.search).toBe(`?edit=${anExpert().id}`);
    fireEvent.change(form.getByLabelText('Tagline'), { target: { value: 'Half typed' } });
    view.unmount();
    const again = renderExperts({ path: `/experts?edit=${anExpert().id}` });
    const reloaded = within(await screen.findByRole('dialog', { name: 'Edit Ada' }));
    expect(typedIn(reloaded, 'Tagline')).toBe('Half typed');
    await again.user.keyboard('{Escape}');
    await waitFor(() => expect(window.location.search).toBe(''));

    await openNew(again);
    expect(window.location.search).toBe('?edit=new');
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('fills in fields that a draft from an older version lacks', async () => {
    const draft = { values: { tagline: 'Half typed' }, base: { id: anExpert().id, revision: 1 } };
    const key = `draft ${anAdmin().id} expert ${anExpert().id}`;
    sessionStorage.setItem(key, JSON.stringify(draft));
    const { api, user } = renderExperts({ path: `/experts?edit=${anExpert().id}` });
    const form = within(await screen.findByRole('dialog', { name: 'Edit Ada' }));
    expect(typedIn(form, 'Display name')).toBe('Ada');
    api.on('PUT /api/experts/:id', { expert: anExpert() });
    await user.click(form.getByRole('button', { name: 'Save changes' }));
    await findToast('Expert updated');
    expect(api.bodiesOf(`PUT /api/experts/${anExpert().id}`)).toEqual([{ tagline: 'Half typed' }]);
  });

  it('keeps a draft when the form is closed by accident, not when it is canceled', async () => {
    const view = renderExperts();
    let form = await openNew(view);
    await view.user.type(form.getByLabelText('Display name'), 'Sol');
    await view.user.keyboard('{Escape}');
    form = await openNew(view);
    expect(typedIn(form, 'Display name')).toBe('Sol');
    expect(form.getByText(/Your unsaved changes are still here/)).toBeDefined();
    await view.user.click(form.getByRole('button', { name: 'Discard' }));
    expect(typedIn(form, 'Display name')).toBe('');
    await view.user.type(form.getByLabelText('Display name'), 'Sol');
    await view.user.click(form.getByRole('button', { name: 'Cancel' }));
    form = await openNew(view);
    expect(typedIn(form, 'Display name')).toBe('');
  });

  it('begins a new one without text typed while the last one was being created', async () => {
    const view = renderExperts();
    const late = Promise.withResolvers<{ expert: Expert }>();
    view.api.on('POST /api/experts', () => late.promise);
    const form = await openNew(view);
    for (const label of ['Display name', 'Handle', 'System prompt']) {
      fireEvent.change(form.getByLabelText(label), { target: { value: 'ada' } });
    }
    form.getByRole('combobox', { name: 'AI provider' }).focus();
    await view.user.keyboard('{Enter}');
    await view.user.click(await screen.findByRole('option', { name: 'OpenAI' }));
    await view.user.click(form.getByRole('button', { name: 'Create expert' }));
    await waitFor(() => expect(view.api.callsOf('POST /api/experts')).toHaveLength(1));
    await view.user.type(form.getByLabelText('Tagline'), 'Sums');
    late.resolve({ expert: anExpert() });
    await screen.findByRole('dialog', { name: 'Edit Ada' });
    // Escape may close the toast first.
    await view.user.click(form.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(typedIn(await openNew(view), 'Tagline')).toBe('');
  });
});
