import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { PricingReply } from '#shared/api/billing.ts';
import { plans } from '#shared/plans.ts';
import type { Answer } from './fake-api.ts';
import { renderApp } from './render.tsx';

export const registerCall = 'POST /api/auth/register';

export async function renderSignUp(pricing: Answer<PricingReply> = { plans }) {
  const app = renderApp('/login');
  app.api.on('GET /api/pricing', pricing);
  await app.user.click(await screen.findByRole('tab', { name: 'Sign Up' }));
  await screen.findByLabelText('Phone number');
  return app;
}

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

export async function fillIn(user: UserEvent, fields: Record<string, string> = {}) {
  const values = {
    Email: 'mia@example.com',
    'Phone number': '2025550143',
    Password: 'Secret-12',
    'Confirm password': 'Secret-12',
    ...fields,
  };
  for (const [label, value] of Object.entries(values)) {
    await user.clear(field(label));
    if (value) await user.type(field(label), value);
  }
}

export const submit = (user: UserEvent) =>
  user.click(screen.getByRole('button', { name: 'Sign Up' }));

export async function signUp(user: UserEvent, fields?: Record<string, string>) {
  await fillIn(user, fields);
  await submit(user);
  await user.click(await screen.findByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
}
