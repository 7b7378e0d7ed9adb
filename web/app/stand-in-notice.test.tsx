import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { defaultBranding } from '#shared/branding.ts';
import { fakeApi } from '#test/web/fake-api.ts';
import { anAdmin, aUser } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';

const mixed = { ...defaultBranding, standIns: ['WhatsApp', 'OpenAI', 'Stripe'] };
const notice =
  /^Not everything here is real: the sandbox stands in for WhatsApp, OpenAI, and Stripe\.$/;

it.each([
  ['the login page', '/login', null],
  ["an admin's page", '/analytics/more', anAdmin()],
  ["a user's page", '/nowhere', aUser()],
])('warns of stand-ins beside real services on %s', async (_page, path, user) => {
  fakeApi().on('GET /api/branding', mixed);
  renderApp(path, user);
  const bar = await screen.findByRole('complementary', { name: 'Sandbox' });
  expect(within(bar).getByText(notice)).toBeDefined();
  expect(bar.className).toContain('bg-danger');
});

it('gives no warning if all services are real, or none is', async () => {
  renderApp('/nowhere', anAdmin());
  await screen.findByText('404 Page Not Found');
  expect(screen.queryByRole('complementary', { name: 'Sandbox' })).toBeNull();
});
