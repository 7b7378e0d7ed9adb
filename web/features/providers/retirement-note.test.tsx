import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aProvider } from '#test/web/fixtures.ts';
import { findToast } from '#test/web/render.tsx';
import { openNew, renderProviders } from '#test/web/render-providers.ts';

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
