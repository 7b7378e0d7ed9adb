import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { defaultBranding } from '#shared/branding.ts';
import { fakeApi } from '#test/web/fake-api.ts';
import { aUser } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';

it.each([
  ['the login page', '/login', null],
  ["a user's page", '/nowhere', aUser()],
])('leads from %s to support', async (_page, path, user) => {
  fakeApi().on('GET /api/branding', { ...defaultBranding, supportEmail: 'help@example.com' });
  renderApp(path, user);
  const link = await screen.findByRole('link', { name: 'Contact support' });
  expect(link.getAttribute('href')).toBe('mailto:help@example.com');
});

it('is not there without an address', async () => {
  renderApp('/nowhere', aUser());
  await screen.findByText('404 Page Not Found');
  expect(screen.queryByRole('link', { name: 'Contact support' })).toBeNull();
});
