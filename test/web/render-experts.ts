import { screen, within } from '@testing-library/react';
import { anAdmin, anExpert, aProvider } from './fixtures.ts';
import { renderApp } from './render.tsx';

export function renderExperts({
  experts = [anExpert()],
  providers = [aProvider()],
  path = '/experts',
} = {}) {
  const view = renderApp(path, anAdmin());
  view.api.on('GET /api/experts', { experts }).on('GET /api/providers', { providers });
  return view;
}

export type View = ReturnType<typeof renderExperts>;

export async function openNew({ user }: View) {
  await user.click(await screen.findByRole('button', { name: 'Create expert' }));
  return within(await screen.findByRole('dialog', { name: 'Create an expert' }));
}

export async function openEdit({ user }: View) {
  await user.click(await screen.findByRole('button', { name: 'Edit Ada' }));
  return within(await screen.findByRole('dialog', { name: 'Edit Ada' }));
}
