import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createQueryClient, currentUserKey } from '#web/lib/query-client.ts';
import { LiveUpdates } from './live-updates.tsx';

const fetched = vi.fn((name: string) => `${name} ${fetched.mock.calls.length}`);

function Account() {
  const user = useQuery({ queryKey: currentUserKey, queryFn: () => fetched('user') });
  const paid = useQuery({ queryKey: ['subscription'], queryFn: () => fetched('subscription') });
  return (
    <p>
      {user.data}, {paid.data}
    </p>
  );
}

it('fetches credits and subscription again when the account has changed', async () => {
  localStorage.setItem('auth_token', 'token-1');
  const { readable, writable } = new TransformStream<Uint8Array>();
  vi.stubGlobal('fetch', async () => new Response(readable));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LiveUpdates />
      <Account />
    </QueryClientProvider>,
  );
  await screen.findByText('user 1, subscription 2');
  const writer = writable.getWriter();
  await writer.write(new TextEncoder().encode('data: {"type":"account"}\n\n'));
  await screen.findByText('user 3, subscription 4');
  expect(fetched).toHaveBeenCalledTimes(4);
});
