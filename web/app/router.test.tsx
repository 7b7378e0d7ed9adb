import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { neverAnswer } from '#test/web/fake-api.ts';
import { anAdmin, aUser } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';

describe('router', () => {
  it('sends strangers to the login page and remembers the way', async () => {
    renderApp('/threads/7');
    expect(await screen.findByRole('tab', { name: 'Login' })).toBeDefined();
    expect(window.location.pathname).toBe('/login');
    expect(window.location.search).toBe('?next=%2Fthreads%2F7');
  });

  it.each(['/payment-success', '/payment-cancel'])(
    'sends strangers from %s to /login',
    async (path) => {
      renderApp(path);
      expect(await screen.findByRole('tab', { name: 'Login' })).toBeDefined();
      expect(window.location.pathname + window.location.search).toBe('/login');
    },
  );

  it('shows Loading... while the session is checked', async () => {
    renderApp('/', neverAnswer());
    expect(await screen.findByText('Loading...')).toBeDefined();
  });

  it.each([aUser(), anAdmin()])('shows the not-found page on unknown paths', async (person) => {
    renderApp('/nowhere', person);
    expect(await screen.findByText('404 Page Not Found')).toBeDefined();
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeDefined();
  });
});
