import { act, screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { User } from '#shared/api/auth.ts';
import type { Subscription } from '#shared/api/billing.ts';
import { plans } from '#shared/plans.ts';
import { aSubscriptionReply, aUser } from './fixtures.ts';
import { renderApp } from './render.tsx';

export function renderSubscription(
  user: Partial<User> = {},
  subscription: Partial<Subscription> = {},
) {
  const app = renderApp('/user/subscription', aUser(user));
  app.api.on('GET /api/pricing', { plans });
  app.api.on('GET /api/subscription/history', { entries: [], nextCursor: null });
  app.api.on('GET /api/subscription', aSubscriptionReply({ subscription }));
  return app;
}

export const findPlan = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });

export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

export const catchRedirects = () =>
  vi.spyOn(window.location, 'assign').mockImplementation(() => {});

/** Browsers restore a page with this event. */
export const goBack = () =>
  act(() => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  });
