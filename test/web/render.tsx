import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import type { User } from '#shared/api/auth.ts';
import { App } from '#web/app/app.tsx';
import { createQueryClient } from '#web/lib/query-client.ts';
import { Failure, type FakeApi, fakeApi, Silence } from './fake-api.ts';

/**
 * Shows the whole site at a path, to a stranger or to someone with a token: a user, or whatever else the
 * current-user call shall answer.
 */
export function renderApp(path: string, as: User | Failure | Silence | null = null) {
  const api: FakeApi = fakeApi();
  window.history.replaceState(null, '', path);
  if (as) {
    localStorage.setItem('auth_token', 'token-1');
    const isUser = !(as instanceof Failure || as instanceof Silence);
    api.on('GET /api/auth/user', isUser ? { user: as } : as);
  }
  const queryClient = createQueryClient();
  const view = render(<App queryClient={queryClient} />);
  return { ...view, api, queryClient, user: userEvent.setup({ delay: null }) };
}

/** Waits for the toast with that title and hands it back; one is shown at a time. What failed looks like it. */
export async function findToast(title: string): Promise<HTMLElement> {
  // Behind an open dialog the area is hidden from the tree; the toast is announced all the same.
  const area = await screen.findByRole('region', { name: /notifications/i, hidden: true });
  const toast = (await within(area).findByText(title)).closest('li') as HTMLElement;
  if (/failed/i.test(title)) expect(toast.dataset.variant).toBe('destructive');
  return toast;
}
