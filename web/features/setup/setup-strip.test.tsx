import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setupSteps } from '#shared/api/setup.ts';
import { renderInbox } from '#test/web/render-conversations.ts';

it('says what the installation still needs, until that is hidden or done', async () => {
  const view = renderInbox();
  const steps = setupSteps.map((name) => ({
    name,
    isDone: name === 'password',
    detail: name === 'password' ? null : `What to do about ${name}.`,
  }));
  view.api.on('GET /api/setup', { version: '1.2.3', steps });
  const strip = within(await screen.findByRole('region', { name: 'Ready for people' }));
  expect(strip.getByText('What to do about provider.')).toBeDefined();
  const link = strip.getByRole('link', { name: 'Add a provider' });
  expect(link.getAttribute('href')).toBe('/providers?edit=new');
  await view.user.click(strip.getByRole('button', { name: 'Hide' }));
  view.unmount();
  const asked = view.api.callsOf('GET /api/setup').length;
  const again = renderInbox();
  again.api.on('GET /api/setup', { version: '1.2.3', steps });
  await screen.findByText('Mia Chen');
  await waitFor(() => expect(again.api.callsOf('GET /api/setup')).toHaveLength(asked + 1));
  expect(screen.queryByRole('region', { name: 'Ready for people' })).toBeNull();
});

it('warns again of a problem that is new since the strip was hidden', async () => {
  const isOpen = (names: string[]) => ({
    version: '1.2.3',
    steps: setupSteps.map((name) => ({
      name,
      isDone: !names.includes(name),
      detail: names.includes(name) ? `What to do about ${name}.` : null,
    })),
  });
  const view = renderInbox();
  view.api.on('GET /api/setup', isOpen(['payments', 'help']));
  await view.user.click(await screen.findByRole('button', { name: 'Hide' }));
  view.unmount();
  renderInbox().api.on('GET /api/setup', isOpen(['payments', 'proxy', 'help']));
  expect(await screen.findByText('What to do about proxy.')).toBeDefined();
});
