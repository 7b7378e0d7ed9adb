import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith } from '#test/web/fake-api.ts';
import { anAdmin, aProvider } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';
import {
  type Form,
  openEdit,
  openNew,
  renderProviders,
  type View,
} from '#test/web/render-providers.ts';

async function chooseVendor({ user }: View, form: Form, vendor: string) {
  form.getByRole('combobox', { name: 'AI vendor' }).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('option', { name: vendor }));
}

describe('AI providers', () => {
  // spec: 5.18 5.19
  it('names what is missing and focuses the first wrong field', async () => {
    const view = renderProviders();
    const form = await openNew(view);
    await view.user.click(form.getByRole('button', { name: 'Add provider' }));
    expect(await form.findByText('Display name is required')).toBeDefined();
    expect(form.getByText('API key is required')).toBeDefined();
    expect(document.activeElement).toBe(form.getByLabelText('Display name'));
  });

  // spec: 5.20 5.21 9.4 9.5
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

  // spec: 1.2 2.13 5.23 7.29 8.9
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

  // spec: 5.17 9.6
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

  // spec: 9.4 9.5
  it('sets temperature from 0 to 2 in steps of 0.1, and tokens from 1 on', async () => {
    const form = await openNew(renderProviders());
    const temperature = { type: 'number', min: '0', max: '2', step: '0.1', value: '0.7' };
    expect(form.getByLabelText('Temperature')).toMatchObject(temperature);
    const maxTokens = { type: 'number', min: '1', value: '4096' };
    expect(form.getByLabelText('Max tokens')).toMatchObject(maxTokens);
  });

  // spec: 5.24
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

  // spec: 2.13 5.22 7.30 8.9
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
    await view.user.click(form.getByRole('button', { name: 'Show API key' }));
    expect(field.type).toBe('text');
  });

  // spec: 8.3
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

  // spec: 8.3
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
