import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { anAdmin, anExpert, aProvider } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

// A dropped file, or "all files", bypasses the browser's filter.
const user = userEvent.setup({ delay: null, applyAccept: false });
const { id } = anExpert();
const call = `POST /api/experts/${id}/upload-image`;
const faceUrl = '/api/images/0123456789abcdef0123456789abcdef.webp';

function aFile(type: string, bytes = 10) {
  return new File([new Uint8Array(bytes)], 'face', { type });
}

function renderExperts(expert = anExpert()) {
  const { api } = renderApp('/experts', anAdmin());
  api
    .on('GET /api/experts', { experts: [expert] })
    .on('GET /api/providers', { providers: [aProvider()] })
    .on('POST /api/experts', { expert })
    .on('PUT /api/experts/:id', { expert })
    .on('POST /api/experts/:id/upload-image', { expert });
  return api;
}

async function openEdit() {
  await user.click(await screen.findByRole('button', { name: 'Edit Ada' }));
  return within(await screen.findByRole('dialog', { name: 'Edit Ada' }));
}

async function openNew() {
  await user.click(await screen.findByRole('button', { name: 'Create expert' }));
  return within(await screen.findByRole('dialog', { name: 'Create an expert' }));
}

type Form = Awaited<ReturnType<typeof openNew>>;

async function fillIn(form: Form) {
  await user.type(form.getByLabelText('Display name'), 'Sol');
  await user.type(form.getByLabelText('Handle'), 'sol');
  form.getByRole('combobox', { name: 'AI provider' }).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('option', { name: 'OpenAI' }));
}

const create = (form: Form) => user.click(form.getByRole('button', { name: 'Create expert' }));
const save = (form: Form) => user.click(form.getByRole('button', { name: 'Save changes' }));
const pictureIn = () => screen.getByRole('dialog').querySelector('img')?.getAttribute('src');

describe('the image of an expert', () => {
  // spec: 5.16 9.2
  it.each(['image/jpeg', 'image/png', 'image/webp'])(
    'is shown before it is saved (%s)',
    async (type) => {
      renderExperts();
      const form = await openNew();
      expect(pictureIn()).toBeUndefined();
      await user.upload(form.getByLabelText('Image'), aFile(type));
      expect(pictureIn()).toMatch(/^blob:/);
      expect(form.getByText('Replace')).toBeDefined();
      expect(form.queryByRole('alert')).toBeNull();
    },
  );

  // spec: 5.16 9.1
  it.each([
    ['another type', aFile('image/gif'), 'Please select a JPG, PNG, or WebP image.'],
    ['5 MB', aFile('image/png', 5 * 1024 * 1024), 'Image must be less than 5MB.'],
  ])('is rejected at once: %s', async (_what, file, message) => {
    const api = renderExperts(anExpert({ imageUrl: faceUrl }));
    const form = await openEdit();
    await user.upload(form.getByLabelText('Image'), file);
    expect(form.getByText(message)).toBeDefined();
    expect(pictureIn()).toBe(faceUrl);
    await save(form);
    await findToast('Expert updated');
    expect(api.bodiesOf(call)).toEqual([]);
  });

  // spec: 2.12 4.13 7.25
  it('is uploaded after a new expert is saved', async () => {
    const api = renderExperts();
    const form = await openNew();
    await fillIn(form);
    const file = aFile('image/png');
    await user.upload(form.getByLabelText('Image'), file);
    await create(form);
    await findToast('Expert created');
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    const [body] = api.bodiesOf(call) as FormData[];
    expect([...(body ?? [])]).toEqual([['image', file]]);
    expect(api.bodiesOf('POST /api/experts')).not.toHaveProperty('0.imageUrl');
  });

  // spec: 4.14 8.4
  it('does not undo the creation when its upload fails', async () => {
    const api = renderExperts();
    api.on('POST /api/experts/:id/upload-image', failWith(500, 'Oops'));
    const form = await openNew();
    await fillIn(form);
    await user.upload(form.getByLabelText('Image'), aFile('image/png'));
    await create(form);
    const toast = within(await findToast('Image upload failed'));
    expect(
      toast.getByText('Expert created but image upload failed. You can add an image later.'),
    ).toBeDefined();
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(api.bodiesOf('POST /api/experts')).toHaveLength(1);
    const again = await openNew();
    expect(again.getByLabelText('Display name')).toHaveProperty('value', '');
  });

  // spec: 4.14 8.4
  it('does not undo a change when its upload fails', async () => {
    const api = renderExperts();
    api.on('POST /api/experts/:id/upload-image', failWith(415, 'Oops'));
    const form = await openEdit();
    await user.upload(form.getByLabelText('Image'), aFile('image/webp'));
    await save(form);
    const toast = within(await findToast('Image upload failed'));
    expect(toast.getByText('Expert updated but image upload failed.')).toBeDefined();
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(api.bodiesOf(`PUT /api/experts/${id}`)).toHaveLength(1);
  });

  it('is not uploaded when the expert itself could not be saved, and stays chosen', async () => {
    const api = renderExperts();
    api.on('PUT /api/experts/:id', failWith(409, 'That handle is taken'));
    const form = await openEdit();
    await user.upload(form.getByLabelText('Image'), aFile('image/png'));
    await save(form);
    await findToast('Failed to update expert');
    expect(api.bodiesOf(call)).toEqual([]);
    expect(pictureIn()).toMatch(/^blob:/);
  });

  it('says that it is saving until the upload is done', async () => {
    const api = renderExperts();
    api.on('POST /api/experts/:id/upload-image', neverAnswer());
    const form = await openEdit();
    await user.upload(form.getByLabelText('Image'), aFile('image/png'));
    await save(form);
    await findToast('Expert updated');
    expect(form.getByRole('button', { name: 'Saving...' })).toHaveProperty('disabled', true);
  });

  it('can be removed', async () => {
    const api = renderExperts(anExpert({ imageUrl: faceUrl }));
    const form = await openEdit();
    expect(pictureIn()).toBe(faceUrl);
    await user.click(form.getByRole('button', { name: 'Remove image' }));
    expect(pictureIn()).toBeUndefined();
    expect(document.activeElement).toBe(form.getByLabelText('Image'));
    await save(form);
    await findToast('Expert updated');
    expect(api.bodiesOf(`PUT /api/experts/${id}`)).toMatchObject([{ imageUrl: '' }]);
    expect(api.bodiesOf(call)).toEqual([]);
  });

  it('stays chosen when the form is closed by accident, until it is discarded', async () => {
    renderExperts();
    let form = await openEdit();
    await user.upload(form.getByLabelText('Image'), aFile('image/png'));
    await user.keyboard('{Escape}');
    form = await openEdit();
    expect(pictureIn()).toMatch(/^blob:/);
    await user.click(form.getByRole('button', { name: 'Discard' }));
    expect(pictureIn()).toBeUndefined();
    expect(form.queryByText(/Your unsaved changes/)).toBeNull();
  });
});
