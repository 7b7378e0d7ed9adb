import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anExpert, aProvider, idOf } from '#test/web/fixtures.ts';
import { findToast } from '#test/web/render.tsx';
import { openEdit, openNew, renderExperts } from '#test/web/render-experts.ts';

describe('experts', () => {
  // spec: 5.10
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

  // spec: 4.12 5.11 5.12 5.13
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

  // spec: 1.2 2.12 4.12 5.14 7.23 8.9
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

  // spec: 2.12 4.11 7.24 8.9
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
});
