import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith } from '#test/web/fake-api.ts';
import { aProvider } from '#test/web/fixtures.ts';
import { renderProviders } from '#test/web/render-providers.ts';

describe('AI providers', () => {
  // spec: 2.13 4.15 7.28
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

  // spec: 4.16
  it('has no toggle', async () => {
    renderProviders([aProvider({ isActive: false })]);
    await screen.findByText('Inactive');
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /activate/i })).toBeNull();
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
