import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '#test/web/fake-api.ts';
import { anAdmin, aUser } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';

it.each([undefined, aUser(), anAdmin()])('/safety is public: %j', async (person) => {
  renderApp('/safety', person);
  await screen.findByRole('heading', { name: 'Safety', level: 1 });
  for (const name of [
    'What it is',
    'What it is not',
    'What happens in a crisis',
    'How to stop',
    'How to reach a person',
  ]) {
    screen.getByRole('heading', { name });
  }
  expect(screen.getByRole('link', { name: '988' }).getAttribute('href')).toBe('tel:988');
  expect(screen.getByRole('link', { name: '116 123' }).getAttribute('href')).toBe('tel:116123');
  expect(document.title).toBe('Safety · Sagewire');
});

it('has the name of a white-label site, and who provides it', async () => {
  fakeApi().on('GET /api/branding', {
    mode: 'white-label',
    expert: {
      displayName: 'Layla',
      siteName: 'Northwind',
      siteTagline: null,
      imageUrl: null,
      primaryColor: null,
      secondaryColor: null,
      accentColor: null,
      words: { who: 'CREW', menu: null, forget: null },
    },
    supportEmail: 'help@northwind.example',
  });
  renderApp('/safety');
  await screen.findByText('Northwind is provided by Sagewire.');
  screen.getByRole('link', { name: 'Contact support' });
  screen.getByText('CREW');
  screen.getByText('HUMAN');
  expect(screen.queryByText('MENU')).toBeNull();
  expect(screen.queryByText('FORGET ME')).toBeNull();
});

it('is linked from the terms', async () => {
  const { user } = renderApp('/login');
  await user.click((await screen.findAllByRole('button', { name: /Terms/ }))[0] as HTMLElement);
  const terms = await screen.findByRole('dialog', { name: 'Terms of Service' });
  expect(within(terms).getByRole('link', { name: 'Safety' }).getAttribute('href')).toBe('/safety');
});
