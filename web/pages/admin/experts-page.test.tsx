import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Expert } from '#shared/api/experts.ts';
import { failWith } from '#test/web/fake-api.ts';
import { anAdmin, anExpert, aProvider, idOf } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

function renderExperts({
  experts = [anExpert()],
  providers = [aProvider()],
  path = '/experts',
} = {}) {
  const view = renderApp(path, anAdmin());
  view.api.on('GET /api/experts', { experts }).on('GET /api/providers', { providers });
  return view;
}

type View = ReturnType<typeof renderExperts>;

async function openNew({ user }: View) {
  await user.click(await screen.findByRole('button', { name: 'Create expert' }));
  return within(await screen.findByRole('dialog', { name: 'Create an expert' }));
}

async function openEdit({ user }: View) {
  await user.click(await screen.findByRole('button', { name: 'Edit Ada' }));
  return within(await screen.findByRole('dialog', { name: 'Edit Ada' }));
}

type Form = Awaited<ReturnType<typeof openNew>>;
const typedIn = (form: Form, label: string) =>
  (form.getByLabelText(label) as HTMLInputElement).value;

describe('experts', () => {
  it('lists them with status, channel, handle, number and provider', async () => {
    const spare = aProvider({ id: idOf(21), displayName: 'Spare' });
    const sol = anExpert({
      id: idOf(11),
      handle: 'sol',
      displayName: 'Sol',
      channel: 'WHATSAPP',
      phoneNumber: '+12025550101',
      providerId: spare.id,
    });
    const { api } = renderExperts({
      experts: [anExpert({ status: 'PAUSED' }), sol],
      providers: [aProvider(), spare],
    });
    await screen.findByText('@ada · +1 202 555 0100 · OpenAI');
    const rows = screen.getAllByRole('listitem').map((row) => within(row));
    expect(rows.map((row) => row.getByRole('heading').textContent)).toEqual(['Ada', 'Sol']);
    expect(rows[0]?.getByText('Paused')).toBeDefined();
    expect(rows[0]?.getByText('SMS')).toBeDefined();
    expect(rows[1]?.queryByText('Paused')).toBeNull();
    expect(rows[1]?.getByText('WhatsApp')).toBeDefined();
    expect(rows[1]?.getByText('@sol · +1 202 555 0101 · Spare')).toBeDefined();
    expect(api.callsOf('GET /api/experts')).toEqual(['']);
  });

  it('keeps archived ones apart', async () => {
    const archivedAt = '2026-11-20T09:00:00.000Z';
    const rue = anExpert({ id: idOf(12), displayName: 'Rue', status: 'PAUSED', archivedAt });
    const { user } = renderExperts({ experts: [rue, anExpert()] });
    const [used, archived] = await screen.findAllByRole('list');
    expect(within(used as HTMLElement).getByRole('heading').textContent).toBe('Ada');
    await user.click(screen.getByText('Archived (1)'));
    expect(within(archived as HTMLElement).getByText('Archived')).toBeDefined();
  });

  it("says which expert can't be reached because its channel is not set up", async () => {
    renderExperts({ experts: [anExpert({ gateway: 'missing' })] });
    expect(
      await screen.findByText(/^SMS is not set up, so this expert can't be reached\./),
    ).toBeDefined();
  });

  it('changes no status outside the form', async () => {
    renderExperts({ experts: [anExpert(), anExpert({ id: 'other', status: 'PAUSED' })] });
    const rows = (await screen.findAllByRole('listitem')).map((row) => within(row));
    for (const row of rows) {
      const names = row.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
      expect(names).toEqual(['Copy expert ID', 'Copy webhook URL', 'Edit Ada']);
    }
  });

  it('offers the three channels', async () => {
    const view = renderExperts();
    const form = await openNew(view);
    form.getByRole('combobox', { name: 'Channel' }).focus();
    await view.user.keyboard('{Enter}');
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Apple Messages',
      'SMS',
      'WhatsApp',
    ]);
  });

  it('copies the id and the webhook address that gateways reach, wherever the page is open', async () => {
    const { user } = renderExperts();
    await user.click(await screen.findByRole('button', { name: 'Copy expert ID' }));
    await findToast('Expert ID copied');
    expect(await navigator.clipboard.readText()).toBe(anExpert().id);
    await user.click(screen.getByRole('button', { name: 'Copy webhook URL' }));
    await findToast('Webhook URL copied');
    expect(await navigator.clipboard.readText()).toBe(
      `https://texts.example.com/api/webhooks/experts/${anExpert().id}`,
    );
  });

  it('names what is missing and focuses the first wrong field', async () => {
    const view = renderExperts();
    const form = await openNew(view);
    await view.user.type(form.getByLabelText('Phone number'), '+49123');
    await view.user.type(form.getByLabelText('Primary color'), 'green');
    await view.user.type(form.getByLabelText('Custom domain'), 'not a host');
    await view.user.click(form.getByRole('button', { name: 'Create expert' }));
    expect(await form.findByText('Handle is required')).toBeDefined();
    for (const message of [
      'Display name is required',
      'AI provider is required',
      'Only US (+1) and UK (+44) phone numbers are supported',
      'Colors are hex values like #2F6B4F',
      'Custom domain must be a host name like chat.example.com',
    ]) {
      expect(form.getByText(message)).toBeDefined();
    }
    expect(document.activeElement).toBe(form.getByLabelText('Display name'));
    expect(form.queryByLabelText('Status')).toBeNull();
  });

  it("warns about laws on names and about WhatsApp's terms, and still saves", async () => {
    const view = renderExperts();
    view.api.on('POST /api/experts', { expert: anExpert() });
    const form = await openNew(view);
    expect(form.queryByText(/implies a license/)).toBeNull();
    await view.user.type(form.getByLabelText('Display name'), 'Dr. Sol');
    form.getByText(/"dr" implies a license\. California AB 489/);
    await view.user.type(form.getByLabelText('Handle'), 'sol');
    form.getByRole('combobox', { name: 'Channel' }).focus();
    await view.user.keyboard('{Enter}');
    await view.user.click(await screen.findByRole('option', { name: 'WhatsApp' }));
    form.getByText(/This looks like a general assistant\. Meta's terms/);
    await view.user.type(form.getByLabelText('System prompt'), 'You cook for Northwind.');
    expect(form.queryByText(/general assistant/)).toBeNull();
    form.getByRole('combobox', { name: 'AI provider' }).focus();
    await view.user.keyboard('{Enter}');
    await view.user.click(await screen.findByRole('option', { name: 'OpenAI' }));
    await view.user.clear(form.getByLabelText('Word for: How many messages are left'));
    await view.user.type(form.getByLabelText('Word for: How many messages are left'), 'credit');
    await view.user.click(form.getByLabelText('The plans, as a link'));
    await view.user.click(form.getByRole('button', { name: 'Create expert' }));
    await findToast('Expert created');
    expect(view.api.bodiesOf('POST /api/experts')).toEqual([
      expect.objectContaining({
        displayName: 'Dr. Sol',
        words: { balance: 'CREDIT', plans: null },
      }),
    ]);
  });

  it('creates one without a status', async () => {
    const view = renderExperts();
    view.api.on('POST /api/experts', { expert: anExpert() });
    const form = await openNew(view);
    await view.user.type(form.getByLabelText('Display name'), ' Sol ');
    await view.user.type(form.getByLabelText('Handle'), 'sol');
    await view.user.type(form.getByLabelText('System prompt'), 'You cook.');
    form.getByRole('combobox', { name: 'AI provider' }).focus();
    await view.user.keyboard('{Enter}');
    await view.user.click(await screen.findByRole('option', { name: 'OpenAI' }));
    await view.user.click(form.getByRole('button', { name: 'Create expert' }));
    await findToast('Expert created');
    expect(view.api.bodiesOf('POST /api/experts')).toEqual([
      {
        channel: 'SMS',
        class: 'service',
        handle: 'sol',
        displayName: 'Sol',
        pauseAfterText: 'twoHours',
        systemPrompt: 'You cook.',
        providerId: aProvider().id,
      },
    ]);
  });

  it('turns on one reply for a burst', async () => {
    const view = renderExperts();
    view.api.on('PUT /api/experts/:id', { expert: anExpert() });
    const form = await openEdit(view);
    const box = form.getByRole('checkbox', {
      name: 'Answer waiting texts with one reply',
    });
    expect(box.getAttribute('aria-checked')).toBe('false');
    await view.user.click(box);
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    await findToast('Expert updated');
    expect(view.api.bodiesOf(`PUT /api/experts/${anExpert().id}`)).toMatchObject([
      { answersBursts: true },
    ]);
  });

  it('sets when a person answers instead of the AI', async () => {
    const view = renderExperts();
    view.api.on('PUT /api/experts/:id', { expert: anExpert() });
    const form = await openEdit(view);
    await view.user.type(form.getByLabelText(/^Texts that ask for a person/), 'Call me back');
    await view.user.click(form.getByRole('checkbox', { name: 'Monday' }));
    const closes = form.getByLabelText('Monday closes');
    fireEvent.change(closes, { target: { value: '09:00' } });
    const zone = form.getByLabelText('Time zone');
    await view.user.clear(zone);
    await view.user.type(zone, 'Berlin');
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    expect(await form.findByText('Opening and closing times must differ')).toBeDefined();
    expect(form.getByText('Time zone must be a name like Europe/Berlin')).toBeDefined();
    fireEvent.change(closes, { target: { value: '18:30' } });
    await view.user.clear(zone);
    await view.user.type(zone, 'Europe/Berlin');
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    await findToast('Expert updated');
    expect(view.api.bodiesOf(`PUT /api/experts/${anExpert().id}`)).toEqual([
      {
        humanWords: 'Call me back',
        openingHours: {
          timeZone: 'Europe/Berlin',
          days: ['09:00-18:30', '', '', '', '', '', ''],
        },
      },
    ]);
  });

  it('sets the category that people find one by, and sample questions', async () => {
    const view = renderExperts();
    view.api.on('GET /api/experts', { experts: [anExpert({ category: 'Learning' })] });
    view.api.on('PUT /api/experts/:id', { expert: anExpert() });
    const form = await openEdit(view);
    const category = form.getByLabelText<HTMLInputElement>('Category');
    expect([...(category.list?.options ?? [])].map(({ value }) => value)).toEqual(['Learning']);
    await view.user.clear(category);
    await view.user.type(category, 'Maths');
    await view.user.type(form.getByLabelText('Sample questions'), 'One?\nTwo?');
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    await findToast('Expert updated');
    expect(view.api.bodiesOf(`PUT /api/experts/${anExpert().id}`)).toEqual([
      { category: 'Maths', sampleQuestions: 'One?\nTwo?' },
    ]);
  });

  it('updates one, including its status', async () => {
    const view = renderExperts();
    view.api.on('PUT /api/experts/:id', { expert: anExpert() });
    const form = await openEdit(view);
    await view.user.clear(form.getByLabelText('Tagline'));
    form.getByRole('combobox', { name: 'Status' }).focus();
    await view.user.keyboard('{Enter}');
    await view.user.click(await screen.findByRole('option', { name: 'Paused' }));
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    await findToast('Expert updated');
    // Only what changed, to undo no other admin's change.
    expect(view.api.bodiesOf(`PUT /api/experts/${anExpert().id}`)).toEqual([
      { status: 'PAUSED', tagline: '' },
    ]);
  });

  it('sets and removes a fallback provider', async () => {
    const spare = aProvider({ id: idOf(21), displayName: 'Spare' });
    const off = aProvider({ id: idOf(22), displayName: 'Off', isActive: false });
    const view = renderExperts({ providers: [aProvider(), spare, off] });
    view.api.on('PUT /api/experts/:id', () => {
      const saved = anExpert({ fallbackProviderId: spare.id });
      view.api.on('GET /api/experts', { experts: [saved] });
      return { expert: saved };
    });
    const choose = async (name: string) => {
      const form = await openEdit(view);
      form.getByRole('combobox', { name: 'Fallback provider' }).focus();
      await view.user.keyboard('{Enter}');
      const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
      expect(options).toEqual(['None', 'Spare', 'Off (inactive)']);
      await view.user.click(screen.getByRole('option', { name }));
      await view.user.click(form.getByRole('button', { name: 'Save changes' }));
      await findToast('Expert updated');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await choose('Spare');
    await choose('None');
    expect(view.api.bodiesOf(`PUT /api/experts/${anExpert().id}`)).toMatchObject([
      { fallbackProviderId: spare.id },
      { fallbackProviderId: '' },
    ]);
  });

  it('offers no fallback when there is only one provider', async () => {
    const form = await openEdit(renderExperts());
    expect(form.queryByRole('combobox', { name: 'Fallback provider' })).toBeNull();
  });

  it('previews the brand in both themes while typing', async () => {
    const view = renderExperts();
    const form = await openEdit(view);
    const samples = ['Preview · Light', 'Preview · Dark'].map((caption) => {
      const sample = form.getByText(caption).parentElement?.querySelector('[data-theme]');
      return sample as HTMLElement;
    });
    for (const sample of samples) within(sample).getByText('Ada');
    await view.user.type(form.getByLabelText('Site name'), "Ada's Maths");
    await view.user.type(form.getByLabelText('Primary color'), '#FF');
    for (const sample of samples) {
      within(sample).getByText("Ada's Maths");
      expect(sample.style.getPropertyValue('--primary')).toBe('');
    }
    await view.user.type(form.getByLabelText('Primary color'), '0000');
    const [light, dark] = samples.map(({ style }) => style.getPropertyValue('--wall'));
    expect(light).toBe('0 100% 50%');
    expect(dark).not.toBe(light);
  });

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

  it.each([
    [403, 'You need admin access to manage experts.'],
    [401, 'Please log in to access this page.'],
    [500, 'An error occurred while loading experts. Please try again.'],
  ])('explains a %s', async (status, message) => {
    const { api } = renderExperts();
    api.on('GET /api/experts', failWith(status, 'Oops'));
    expect(await screen.findByText('Unable to load experts')).toBeDefined();
    expect(screen.getByText(message)).toBeDefined();
  });

  it('links to AI Providers while there is none', async () => {
    const view = renderExperts({ experts: [], providers: [] });
    const link = await screen.findByRole('link', { name: 'Go to AI Providers' });
    expect(link.getAttribute('href')).toBe('/providers');
    const form = await openNew(view);
    expect(form.getByRole('link', { name: 'Add an AI provider' })).toBeDefined();
  });
});
