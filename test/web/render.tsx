import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '#shared/api/auth.ts';
import { App } from '#web/app/app.tsx';
import { createQueryClient } from '#web/lib/query-client.ts';
import { type FakeApi, fakeApi } from './fake-api.ts';

/** Shows the whole site at a path, to someone signed in or to a stranger. */
export function renderApp(path: string, as: User | null = null) {
  const api: FakeApi = fakeApi();
  window.history.replaceState(null, '', path);
  if (as) {
    localStorage.setItem('auth_token', 'token-1');
    api.on('GET /api/auth/user', { user: as });
  }
  const view = render(<App queryClient={createQueryClient()} />);
  return { ...view, api, user: userEvent.setup() };
}

/** Waits for the toast with that title and hands it back; one is shown at a time. */
export async function findToast(title: string): Promise<HTMLElement> {
  const area = await screen.findByRole('region', { name: /notifications/i });
  return (await within(area).findByText(title)).closest('li') as HTMLElement;
}
