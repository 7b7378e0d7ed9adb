import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { anAdmin, aProvider } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

function renderProviders(providers = [aProvider()]) {
  const view = renderApp('/providers', anAdmin());
  view.api.on('GET /api/providers', { providers });
  return view;
}

type View = ReturnType<typeof renderProviders>;

async function openNew({ user }: View) {
  await user.click(await screen.findByRole('button', { name: 'Add provider' }));
  return within(await screen.findByRole('dialog', { name: 'Add an AI provider' }));
}

type Form = Awaited<ReturnType<typeof openNew>>;

async function openEdit({ user }: View) {
  await user.click(await screen.findByRole('button', { name: 'Edit OpenAI' }));
  return within(await screen.findByRole('dialog', { name: 'Edit OpenAI' }));
}

async function chooseVendor({ user }: View, form: Form, vendor: string) {
  form.getByRole('combobox', { name: 'AI vendor' }).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('option', { name: vendor }));
}

describe('AI providers', () => {
  it('lists them with state, model and the end of the key', async () => {
    const azure = aProvider({
      id: 'azure',
      key: 'azure_openai',
      displayName: 'Old',
      isActive: false,
    });
    const { config } = aProvider();
    const short = aProvider({ id: 'short', config: { ...config, apiKeyLast4: null } });
    renderProviders([aProvider({ isSandboxed: true }), azure, short]);
    const [first, second, third] = (await screen.findAllByRole('listitem')).map((item) =>
      within(item),
    );
    expect(first?.getByText('gpt-5 · Key •••• abcd')).toBeDefined();
    expect(third?.getByText('gpt-5 · Key ••••')).toBeDefined();
    expect(first?.getByText('Active')).toBeDefined();
    expect(first?.getByText('Sandbox')).toBeDefined();
    expect(second?.getByText('Inactive')).toBeDefined();
    expect(second?.getByText(/Azure OpenAI/)).toBeDefined();
  });

  it('shows which one is down, since when and why', async () => {
    const reason = 'The AI provider had an error. (503 Overloaded)';
    const since = '2026-11-20T10:00:00.000Z';
    const outage = { since, nextTryAt: '2026-11-20T10:10:00.000Z', reason };
    renderProviders([aProvider({ outage })]);
    const row = await screen.findByRole('listitem');
    expect(within(row).getByText('Down')).toBeDefined();
    const text = `${reason} Next attempt with the next message.`;
    expect(within(row).getByText(new RegExp(text.replace(/[().]/g, '\\$&')))).toBeDefined();
  });

  it('says which one needs a key', async () => {
    const { config } = aProvider();
    renderProviders([aProvider({ config: { ...config, hasApiKey: false, apiKeyLast4: null } })]);
    expect(await screen.findByText('gpt-5 · No key')).toBeDefined();
    expect(
      screen.getByText(/^It has no API key for OpenAI, so its experts can't answer\./),
    ).toBeDefined();
  });

  it('has no toggle', async () => {
    renderProviders([aProvider({ isActive: false })]);
    await screen.findByText('Inactive');
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /activate/i })).toBeNull();
  });

  it('names what is missing and focuses the first wrong field', async () => {
    const view = renderProviders();
    const form = await openNew(view);
    await view.user.click(form.getByRole('button', { name: 'Add provider' }));
    expect(await form.findByText('Display name is required')).toBeDefined();
    expect(form.getByText('API key is required')).toBeDefined();
    expect(document.activeElement).toBe(form.getByLabelText('Display name'));
  });

  it.each([
    ['Temperature', '-0.1', 'Temperature must be between 0 and 2'],
    ['Temperature', '2.1', 'Temperature must be between 0 and 2'],
    ['Max tokens', '0', 'Max tokens must be at least 1'],
    ['Base URL', 'llm.example.com', 'Base URL must start with http:// or https://'],
  ])('refuses %s %s', async (label, typed, message) => {
    const view = renderProviders();
    const form = await openNew(view);
    await view.user.clear(form.getByLabelText(label));
    await view.user.type(form.getByLabelText(label), typed);
    await view.user.click(form.getByRole('button', { name: 'Add provider' }));
    expect(await form.findByText(message)).toBeDefined();
  });

  it('adds one with the defaults and the listed domains', async () => {
    const view = renderProviders();
    view.api.on('POST /api/providers', { provider: aProvider() });
    const form = await openNew(view);
    await view.user.type(form.getByLabelText('Display name'), 'Mine');
    await view.user.type(form.getByLabelText('API key'), 'sk-1');
    await view.user.click(form.getByRole('switch', { name: 'Use web search' }));
    await view.user.type(form.getByLabelText('Web search domains'), ' nature.com, , who.int ,');
    await view.user.click(form.getByRole('button', { name: 'Add provider' }));
    await findToast('Provider added');
    expect(view.api.bodiesOf('POST /api/providers')).toEqual([
      {
        key: 'openai',
        displayName: 'Mine',
        config: {
          apiKey: 'sk-1',
          model: 'gpt-6.1-terra',
          temperature: 0.7,
          maxTokens: 4096,
          baseUrl: '',
          useWebSearch: true,
          webSearchDomains: ['nature.com', 'who.int'],
        },
      },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['OpenAI', 'gpt-6.1-terra'],
    ['Anthropic', 'claude-sonnet-5-5'],
    ['Google', 'gemini-3.8-flash'],
    ['Azure OpenAI', ''],
  ])('offers %s with the model %s', async (vendor, model) => {
    const view = renderProviders();
    const form = await openNew(view);
    await chooseVendor(view, form, vendor);
    expect(form.getByLabelText('Model')).toHaveProperty('value', model);
  });

  it('wants the name of a deployment, which has no default any more', async () => {
    const view = renderProviders();
    const form = await openNew(view);
    await chooseVendor(view, form, 'Azure OpenAI');
    await view.user.click(form.getByRole('button', { name: 'Add provider' }));
    expect(await form.findByText('Model is required')).toBeDefined();
  });

  it('keeps a model that was typed when the vendor changes', async () => {
    const view = renderProviders();
    const form = await openNew(view);
    await view.user.clear(form.getByLabelText('Model'));
    await view.user.type(form.getByLabelText('Model'), 'mine');
    await chooseVendor(view, form, 'Google');
    expect(form.getByLabelText('Model')).toHaveProperty('value', 'mine');
  });

  it('sets temperature from 0 to 2 in steps of 0.1, and tokens from 1 on', async () => {
    const form = await openNew(renderProviders());
    const temperature = { type: 'number', min: '0', max: '2', step: '0.1', value: '0.7' };
    expect(form.getByLabelText('Temperature')).toMatchObject(temperature);
    const maxTokens = { type: 'number', min: '1', value: '4096' };
    expect(form.getByLabelText('Max tokens')).toMatchObject(maxTokens);
  });

  it('offers web search for OpenAI only', async () => {
    const view = renderProviders();
    const form = await openNew(view);
    expect(form.queryByLabelText('Web search domains')).toBeNull();
    await view.user.click(form.getByRole('switch', { name: 'Use web search' }));
    expect(form.getByLabelText('Web search domains')).toBeDefined();
    await chooseVendor(view, form, 'Anthropic');
    expect(form.queryByRole('switch')).toBeNull();
    expect(form.queryByLabelText('Web search domains')).toBeNull();
  });

  it('explains a wrong search domain, even after web search was switched off', async () => {
    const view = renderProviders();
    const form = await openEdit(view);
    const search = form.getByRole('switch', { name: 'Use web search' });
    await view.user.click(search);
    await view.user.type(form.getByLabelText(/^Web search domains/), 'who int');
    await view.user.click(search);
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    expect(await form.findByText('Domains must look like who.int')).toBeDefined();
  });

  it('suggests current models', async () => {
    const view = renderProviders();
    const form = await openNew(view);
    const { list } = form.getByLabelText('Model') as HTMLInputElement;
    const suggested = [...(list?.options ?? [])].map(({ value }) => value);
    expect(suggested).toContain('gpt-6.1-terra');
    expect(suggested).not.toContain('gpt-5');
  });

  it('sends the key on edit only when one was typed', async () => {
    const view = renderProviders();
    const { id } = aProvider();
    view.api.on('PUT /api/providers/:id', { provider: aProvider() });
    let form = await openEdit(view);
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    await findToast('Provider updated');
    form = await openEdit(view);
    await view.user.type(form.getByLabelText('API key'), '  sk-2 ');
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    await expect
      .poll(() => view.api.bodiesOf(`PUT /api/providers/${id}`))
      .toMatchObject([{ config: {} }, { config: { apiKey: 'sk-2' } }]);
    const { displayName, config, revision } = aProvider();
    const { hasApiKey: _, apiKeyLast4: __, ...settings } = config;
    const [unchanged] = view.api.bodiesOf(`PUT /api/providers/${id}`);
    expect(unchanged).toEqual({ displayName, config: { ...settings, baseUrl: '' } });
    const [sent] = view.api.requests.filter(({ call }) => call === `PUT /api/providers/${id}`);
    expect(sent?.basedOn).toBe(`"${revision}"`);
  });

  it('suggests current models, and what the vendor lists for the stored key', async () => {
    const view = renderProviders();
    view.api.on('GET /api/providers/:id/models', { models: ['gpt-6.1-terra', 'gpt-7'] });
    const form = await openEdit(view);
    const field = form.getByLabelText(/^Model/) as HTMLInputElement;
    const suggested = () => [...(field.list?.options ?? [])].map(({ value }) => value);
    await expect.poll(suggested).toContain('gpt-7');
    expect(suggested().filter((name) => name === 'gpt-6.1-terra')).toHaveLength(1);
  });

  it('requires the key again for another base URL', async () => {
    const view = renderProviders();
    view.api.on('PUT /api/providers/:id', { provider: aProvider() });
    const form = await openEdit(view);
    const key = () => form.getByLabelText(/^API key/) as HTMLInputElement;
    expect(key().placeholder).toBe('•••• abcd');
    await view.user.type(form.getByLabelText(/^Base URL/), 'https://llm.example.com/v1');
    expect(form.getByText('The key for the new base URL.')).toBeDefined();
    expect(key().placeholder).toBe('');
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    const text = 'Enter the API key again: the stored one is for another base URL';
    expect(await form.findByText(text)).toBeDefined();
    expect(document.activeElement).toBe(key());
    await view.user.click(form.getByRole('button', { name: 'Test connection' }));
    expect(view.api.bodiesOf('POST /api/providers/test')).toEqual([]);
    await view.user.type(key(), 'sk-of-theirs');
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    await findToast('Provider updated');
    expect(view.api.bodiesOf(`PUT /api/providers/${aProvider().id}`)).toMatchObject([
      { config: { apiKey: 'sk-of-theirs', baseUrl: 'https://llm.example.com/v1' } },
    ]);
  });

  it('reveals the key while it is typed', async () => {
    const view = renderProviders();
    const form = await openNew(view);
    const field = form.getByLabelText('API key') as HTMLInputElement;
    expect(field.type).toBe('password');
    await view.user.click(form.getByRole('button', { name: 'Show characters' }));
    expect(field.type).toBe('text');
  });

  describe('Test connection', () => {
    const button = (form: Form) => form.getByRole('button', { name: 'Test connection' });
    const typeKey = ({ user }: View, form: Form) =>
      user.type(form.getByLabelText('API key'), 'sk-1');

    it('tests unsaved settings, and shows model and time', async () => {
      const view = renderProviders();
      view.api.on('POST /api/providers/test', {
        ok: true,
        message: 'OpenAI answered.',
        processingTimeMs: 840,
        model: 'gpt-5.6-2026-10-01',
      });
      const form = await openNew(view);
      expect(form.getByText('Makes one small call with these settings.')).toBeDefined();
      await typeKey(view, form);
      await view.user.click(button(form));
      expect(await form.findByText('It works. OpenAI answered.')).toBeDefined();
      expect(form.getByText('gpt-5.6-2026-10-01 · 0.8 s')).toBeDefined();
      expect(view.api.bodiesOf('POST /api/providers/test')).toMatchObject([
        { key: 'openai', config: { apiKey: 'sk-1', model: 'gpt-6.1-terra' } },
      ]);
      expect(view.api.bodiesOf('POST /api/providers')).toEqual([]);
      // Later changes have not been tested.
      await view.user.type(form.getByLabelText('Model'), '2');
      expect(form.queryByText('It works. OpenAI answered.')).toBeNull();
    });

    it('explains a failure', async () => {
      const view = renderProviders();
      const message = 'The AI provider refused the API key. (401 Incorrect API key provided.)';
      const outcome = { ok: false, message, processingTimeMs: 120, model: 'gpt-5' };
      view.api.on('POST /api/providers/test', outcome);
      const form = await openEdit(view);
      await view.user.click(button(form));
      expect(await form.findByText(message)).toBeDefined();
      const [body] = view.api.bodiesOf('POST /api/providers/test');
      expect(body).toMatchObject({ key: 'openai', providerId: aProvider().id });
      expect(JSON.stringify(body)).not.toContain('apiKey');
      view.api.on('POST /api/providers/test', failWith(429, 'Too many requests.'));
      await view.user.click(button(form));
      expect(await form.findByText('Too many requests.')).toBeDefined();
    });

    it('shows that it is waiting', async () => {
      const view = renderProviders();
      view.api.on('POST /api/providers/test', neverAnswer());
      const form = await openEdit(view);
      await view.user.click(button(form));
      const testing = await form.findByRole('button', { name: 'Testing...' });
      expect(testing.hasAttribute('disabled')).toBe(true);
      expect(form.getByText('Waiting for an answer...')).toBeDefined();
    });

    it('names what is missing first', async () => {
      const view = renderProviders();
      const form = await openNew(view);
      await view.user.click(button(form));
      expect(await form.findByText('API key is required')).toBeDefined();
      expect(form.queryByText('Display name is required')).toBeNull();
      expect(view.api.bodiesOf('POST /api/providers/test')).toEqual([]);
    });
  });

  it('loses nothing when saving fails', async () => {
    const view = renderProviders();
    view.api.on('PUT /api/providers/:id', failWith(422, 'An expert uses it'));
    const form = await openEdit(view);
    await view.user.type(form.getByLabelText('Display name'), ' two');
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    const toast = await findToast('Failed to update provider');
    expect(within(toast).getByText('An expert uses it')).toBeDefined();
    expect((form.getByLabelText('Display name') as HTMLInputElement).value).toBe('OpenAI two');
  });

  it('explains why one could not be added', async () => {
    const view = renderProviders();
    view.api.on('POST /api/providers', failWith(409, 'That name is taken'));
    const form = await openNew(view);
    await view.user.type(form.getByLabelText('Display name'), 'Mine');
    await view.user.type(form.getByLabelText('API key'), 'sk-1');
    await view.user.click(form.getByRole('button', { name: 'Add provider' }));
    const toast = await findToast('Failed to add provider');
    expect(within(toast).getByText('That name is taken')).toBeDefined();
  });

  it('offers to add the first one, and to retry after an error', async () => {
    const view = renderProviders([]);
    view.api.on('GET /api/providers', failWith(500, 'Oops'));
    expect(await screen.findByText('Unable to load AI providers')).toBeDefined();
    view.api.on('GET /api/providers', { providers: [] });
    await view.user.click(screen.getByRole('button', { name: 'Try again' }));
    await view.user.click(await screen.findByRole('button', { name: 'Add your first provider' }));
    expect(await screen.findByRole('dialog', { name: 'Add an AI provider' })).toBeDefined();
  });
});

it('keeps what was typed over a reload, but never an API key', async () => {
  const first = renderProviders();
  const form = await openNew(first);
  await first.user.type(form.getByLabelText('Display name'), 'House');
  await first.user.type(form.getByLabelText('API key'), 'sk-typed');
  expect(JSON.stringify(sessionStorage)).not.toContain('sk-typed');
  const address = window.location.pathname + window.location.search;
  first.unmount();
  const { api } = renderApp(address, anAdmin());
  api.on('GET /api/providers', { providers: [] });
  const reloaded = within(await screen.findByRole('dialog', { name: 'Add an AI provider' }));
  expect(reloaded.getByLabelText<HTMLInputElement>('Display name').value).toBe('House');
  expect(reloaded.getByLabelText<HTMLInputElement>('API key').value).toBe('');
});

describe('on 21 November 2026', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('warns about a model that retires soon or has retired', async () => {
    const view = renderProviders();
    const form = await openNew(view);
    const field = form.getByLabelText('Model');
    const describe = () => document.getElementById(`${field.id}-hint`)?.textContent;
    const soon = 'gpt-5 retires on December 11, 2026. A current model is gpt-6.1-terra.';
    expect(describe()).toBeUndefined();
    await view.user.clear(field);
    expect(describe()).toBeUndefined(); // blank means the default
    await view.user.type(field, 'gpt-5');
    expect(describe()).toBe(soon);
    await view.user.clear(field);
    await view.user.type(field, 'o1');
    expect(describe()).toBe(
      'o1 is retired and no longer answers. A current model is gpt-6.1-terra.',
    );
    await view.user.clear(field);
    await view.user.type(field, 'gpt-6-luna');
    expect(describe()).toBeUndefined();
  });

  it('replaces a model that retires within 90 days, based on what the list shows', async () => {
    const { config } = aProvider();
    const azure = aProvider({ id: 'azure', key: 'azure_openai', displayName: 'Ours' });
    const later = aProvider({ id: 'later', config: { ...config, model: 'gpt-5.1' } });
    const view = renderProviders([aProvider(), azure, later]);
    await screen.findByText('gpt-5 retires on December 11, 2026.');
    expect(screen.queryByText(/^gpt-5.1 retires/)).toBeNull();
    view.api.on('PUT /api/providers/:id', { provider: aProvider({ revision: 2 }) });
    await view.user.click(screen.getByRole('button', { name: 'Use gpt-6.1-terra' }));
    await findToast('Provider updated');
    expect(view.api.requests.find(({ call }) => call.startsWith('PUT'))).toMatchObject({
      call: `PUT /api/providers/${aProvider().id}`,
      body: { config: { model: 'gpt-6.1-terra' } },
      basedOn: '"1"',
    });
  });
});
