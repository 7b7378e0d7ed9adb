import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { User } from '#shared/api/auth.ts';
import { failWith } from '#test/web/fake-api.ts';
import { anAdmin, aUser } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const people: [string, string, User][] = [
  ['a user', '/user/settings', aUser()],
  ['an admin', '/settings', anAdmin()],
];

describe('settings', () => {
  // spec: 2.17 2.25
  it.each(people)('let %s sign out', async (_, path, person) => {
    const { api, user } = renderApp(path, person);
    api.on('POST /api/auth/logout', { ok: true });
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    expect(await findToast('Logged out')).toBeDefined();
    expect(await screen.findByRole('tab', { name: 'Login' })).toBeDefined();
    expect(localStorage.getItem('auth_token')).toBeNull();
  });

  it('stay when signing out fails', async () => {
    const { api, user } = renderApp('/user/settings', aUser());
    api.on('POST /api/auth/logout', failWith(500, 'The database is away'));
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    const toast = await findToast('Logout failed');
    expect(within(toast).getByText('The database is away')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeDefined();
  });

  it.each(people)('let %s choose light or dark, and remember it', async (_, path, person) => {
    const { user } = renderApp(path, person);
    const group = within(await screen.findByRole('radiogroup', { name: 'Appearance' }));
    const radio = (name: string) => group.getByRole<HTMLInputElement>('radio', { name });
    expect(radio('System').checked).toBe(true);
    await user.click(radio('Dark'));
    expect(radio('Dark').checked).toBe(true);
    expect(localStorage.getItem('color_scheme')).toBe('dark');
    await user.keyboard('{ArrowLeft}');
    expect(radio('Light').checked).toBe(true);
    await user.click(radio('System'));
    expect(localStorage.getItem('color_scheme')).toBeNull();
  });

  it('sum up the plan and link to the others', async () => {
    renderApp('/user/settings', aUser({ messageCount: 3, paidMessages: 5 }));
    expect(await screen.findByText('3 of 5 messages used')).toBeDefined();
    const link = screen.getByRole('link', { name: 'See plans' });
    expect(link.getAttribute('href')).toBe('/user/subscription');
    expect(document.title).toBe('Settings · Sagewire');
  });
});
