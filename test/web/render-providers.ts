import { screen, within } from '@testing-library/react';
import { anAdmin, aProvider } from './fixtures.ts';
import { renderApp } from './render.tsx';

export function renderProviders(providers = [aProvider()]) {
  const view = renderApp('/providers', anAdmin());
  view.api.on('GET /api/providers', { providers });
  return view;
}

export type View = ReturnType<typeof renderProviders>;

export async function openNew({ user }: View) {
  await user.click(await screen.findByRole('button', { name: 'Add provider' }));
  return within(await screen.findByRole('dialog', { name: 'Add an AI provider' }));
}

export type Form = Awaited<ReturnType<typeof openNew>>;

export async function openEdit({ user }: View) {
  await user.click(await screen.findByRole('button', { name: 'Edit OpenAI' }));
  return within(await screen.findByRole('dialog', { name: 'Edit OpenAI' }));
}
