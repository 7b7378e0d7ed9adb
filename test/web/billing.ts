import { act, screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { User } from '#shared/api/auth.ts';
import type { Subscription } from '#shared/api/billing.ts';
import { plans } from '#shared/plans.ts';
import { aSubscription, aUser } from './fixtures.ts';
import { renderApp } from './render.tsx';

/** A user's subscription page with every plan for sale. */
export function renderSubscription(
  user: Partial<User> = {},
  subscription: Partial<Subscription> = {},
) {
  const app = renderApp('/user/subscription', aUser(user));
  app.api.on('GET /api/pricing', { plans });
  app.api.on('GET /api/subscription/history', { entries: [], nextCursor: null });
  app.api.on('GET /api/subscription', { subscription: aSubscription(subscription) });
  return app;
}

export const findPlan = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });

export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

/** Watches the way to other sites, and leads nowhere. */
export const stayHere = () => vi.spyOn(window.location, 'assign').mockImplementation(() => {});

/** The back button brings the page back as it was left. */
export const comeBack = () =>
  act(() => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  });
