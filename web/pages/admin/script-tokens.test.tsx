import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ApiToken } from '#shared/api/api-tokens.ts';
import { hourMs } from '#shared/time.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { anAdmin, anAgent, idOf } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const nightly: ApiToken = {
  id: idOf(240),
  name: 'Nightly import',
  createdBy: 'boss@example.com',
  createdAt: '2026-11-03T10:00:00.000Z',
  lastUsedAt: null,
};
const secret = 'swk_Zm9yLWEtdGVzdC1vbmx5LWFuZC1ub3RoaW5nLWVsc2U';
const create = 'POST /api/api-tokens';

const findSection = async () =>
  within(await screen.findByRole('region', { name: 'Tokens for scripts' }));

async function openTokens(tokens: ApiToken[] = [], path = '/settings') {
  const view = renderApp(path, anAdmin());
  view.api.on('GET /api/api-tokens', { tokens });
  return { ...view, section: await findSection() };
}

async function startCreating(name: string) {
  const view = await openTokens();
  await view.user.click(await view.section.findByRole('button', { name: 'Create a token' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a token' }));
  if (name) await view.user.type(dialog.getByLabelText('Name'), name);
  const send = () => view.user.click(dialog.getByRole('button', { name: 'Create' }));
  return { ...view, dialog, send };
}

it('says what tokens are for while there are none', async () => {
  const { section } = await openTokens();
  expect(
    await section.findByText(/^No tokens yet\. With one, a script adds documents/),
  ).toBeDefined();
});

it('lists who made them, since when they are there, and when they were last used', async () => {
  const used = {
    id: idOf(241),
    name: 'Prices',
    lastUsedAt: new Date(Date.now() - 3.5 * hourMs).toISOString(),
  };
  const { section } = await openTokens([nightly, { ...nightly, ...used }]);
  const items = within(await section.findByRole('list', { name: 'Tokens' })).getAllByRole(
    'listitem',
  );
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Nightly importMade by boss@example.comSince November 3, 2026 · not used yetRevoke',
    'PricesMade by boss@example.comSince November 3, 2026 · last used 3hRevoke',
  ]);
});

it('asks for the password, and shows the token once', async () => {
  const { api, user, send } = await startCreating('Nightly import');
  api.on(create, failWith(403, 'Enter your password to let a script in.', 'password'));
  await send();
  const asked = within(await screen.findByRole('dialog', { name: 'Enter your password' }));
  api.on('POST /api/auth/password/confirm', { ok: true });
  api.on(create, { token: nightly, secret });
  api.on('GET /api/api-tokens', { tokens: [nightly] });
  await user.type(asked.getByLabelText('Password'), 'Secret-123');
  await user.click(asked.getByRole('button', { name: 'Continue' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Your new token' }));
  expect(shown.getByLabelText<HTMLInputElement>('Token for Nightly import').value).toBe(secret);
  await user.click(shown.getByRole('button', { name: 'Copy the token' }));
  expect(await navigator.clipboard.readText()).toBe(secret);
  expect(api.bodiesOf(create)).toEqual(Array(2).fill({ name: 'Nightly import' }));
  await user.keyboard('{Escape}');
  await user.click(shown.getByRole('button', { name: 'I have saved it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.search).toBe('');
  expect(document.body.innerHTML).not.toContain(secret);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(secret);
  await (await findSection()).findByRole('button', { name: 'Revoke Nightly import' });
});

it('shows the token also if the form was closed while it was made', async () => {
  const { api, user, send } = await startCreating('Nightly import');
  const reply = Promise.withResolvers<{ token: ApiToken; secret: string }>();
  api.on(create, () => reply.promise);
  await send();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  reply.resolve({ token: nightly, secret });
  await screen.findByRole('dialog', { name: 'Your new token' });
});

it('names what is missing, and keeps the name when the server fails', async () => {
  const { api, user, dialog, send } = await startCreating('');
  await send();
  expect(await dialog.findByText('Name is required')).toBeDefined();
  await user.type(dialog.getByLabelText('Name'), 'Prices');
  api.on(create, failWith(500, 'The database is resting.'));
  await send();
  within(await findToast('Failed to create the token')).getByText('The database is resting.');
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Prices');
});

it('revokes one after a second click, also if another admin was faster', async () => {
  const { api, user, section } = await openTokens([nightly]);
  const press = async () => {
    await user.click(await section.findByRole('button', { name: 'Revoke Nightly import' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revoke Nightly import?' });
    await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  };
  api.on('DELETE /api/api-tokens/:id', failWith(404, 'Token not found'));
  await press();
  within(await findToast('Failed to revoke the token')).getByText('Token not found');
  api.on('DELETE /api/api-tokens/:id', () => {
    api.on('GET /api/api-tokens', { tokens: [] });
    return { ok: true };
  });
  await press();
  await findToast('Token revoked');
  await section.findByText(/^No tokens yet/);
  await waitFor(() =>
    expect(document.activeElement).toBe(section.getByRole('button', { name: 'Create a token' })),
  );
});

it('says why they could not be loaded', async () => {
  const view = renderApp('/settings', anAdmin());
  view.api.on('GET /api/api-tokens', failWith(500, 'The database is resting.'));
  const section = await findSection();
  await section.findByText('Unable to load the tokens. The database is resting.');
  view.api.on('GET /api/api-tokens', { tokens: [nightly] });
  await view.user.click(section.getByRole('button', { name: 'Try again' }));
  await section.findByText('Nightly import');
});

it('tells that they are loading', async () => {
  const view = renderApp('/settings', anAdmin());
  view.api.on('GET /api/api-tokens', neverAnswer());
  await (await findSection()).findByText('Loading the tokens');
});

it('shows none to agents, who may not make them', async () => {
  const { api } = renderApp('/settings', anAgent());
  await screen.findByRole('region', { name: 'Your data' });
  expect(screen.queryByRole('region', { name: 'Tokens for scripts' })).toBeNull();
  expect(api.callsOf('GET /api/api-tokens')).toEqual([]);
});
