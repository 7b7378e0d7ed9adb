import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Provider } from '#shared/api/providers.ts';
import { failWith } from '#test/web/fake-api.ts';
import { anExpert, aProvider } from '#test/web/fixtures.ts';
import { choose, withAda } from '#test/web/render-ai-testing.ts';

describe('the provider', () => {
  it('is shown with its settings', async () => {
    withAda();
    expect(await screen.findByText('gpt-5')).toBeDefined();
    expect(screen.getByText('0.7')).toBeDefined();
    expect(screen.getByText('4096')).toBeDefined();
  });

  // spec: 9.5
  it('shows 2048 tokens by default', async () => {
    const { maxTokens: _, ...config } = aProvider().config;
    withAda({ provider: aProvider({ config: config as Provider['config'] }) });
    expect(await screen.findByText('2048')).toBeDefined();
  });

  it('is shown as inactive, and its expert as paused', async () => {
    const paused = anExpert({ status: 'PAUSED' });
    const view = withAda({ experts: [paused], provider: aProvider({ isActive: false }) });
    expect(await screen.findByText('Paused, but can be tested')).toBeDefined();
    expect(
      await screen.findByText("The AI provider is inactive, so the expert can't answer."),
    ).toBeDefined();
    await choose(view, 'Ada (paused)');
  });

  it('can be retried when it could not be loaded', async () => {
    const view = withAda();
    view.api.on('GET /api/providers', failWith(500, 'Oops'));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    view.api.on('GET /api/providers', { providers: [aProvider()] });
    await view.user.click(retry);
    expect(await screen.findByText('gpt-5')).toBeDefined();
  });
});
