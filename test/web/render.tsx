import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import type { User } from '#shared/api/auth.ts';
import { App } from '#web/app/app.tsx';
import { createQueryClient } from '#web/lib/query-client.ts';
import { Failure, type FakeApi, fakeApi, Silence } from './fake-api.ts';

/** `as`: the current user; null: no token. */
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

export async function findToast(title: string): Promise<HTMLElement> {
  // An open dialog hides the area.
  const area = await screen.findByRole('region', { name: /notifications/i, hidden: true });
  const toast = (await within(area).findByText(title)).closest('li') as HTMLElement;
  if (/failed/i.test(title)) expect(toast.dataset.variant).toBe('destructive');
  return toast;
}
