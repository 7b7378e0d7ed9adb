import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { failWith } from '#test/web/fake-api.ts';
import { anAdmin, anAgent } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';

const findVersion = async () => within(await screen.findByRole('region', { name: 'Version' }));

it('shows admins the version that runs', async () => {
  const { api } = renderApp('/settings', anAdmin());
  api.on('GET /api/setup', { version: '1.2.3', steps: [] });
  expect(await (await findVersion()).findByText('Sagewire 1.2.3')).toBeDefined();
});

it('says so when the version is not to be had', async () => {
  const { api } = renderApp('/settings', anAdmin());
  api.on('GET /api/setup', failWith(403, 'No.'));
  expect(
    await (await findVersion()).findByText("The version can't be read right now."),
  ).toBeDefined();
});

it('asks for no version on behalf of agents, who may not read it', async () => {
  const { api } = renderApp('/settings', anAgent());
  await screen.findByRole('region', { name: 'Your data' });
  expect(screen.queryByRole('region', { name: 'Version' })).toBeNull();
  expect(api.callsOf('GET /api/setup')).toEqual([]);
});
