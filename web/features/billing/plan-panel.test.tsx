import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { plans } from '#shared/plans.ts';
import { findPlan } from '#test/web/billing.ts';
import { fakeApi } from '#test/web/fake-api.ts';
import { aSubscriptionReply, aUser } from '#test/web/fixtures.ts';
import { storeAuthToken } from '#web/lib/auth-token.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { currentUserQuery } from '#web/session/current-user.ts';
import { PlanPanel } from './plan-panel.tsx';

// spec: 4.24
it('passes the picked plan to its callback', async () => {
  const api = fakeApi();
  api.on('GET /api/pricing', { plans });
  api.on('GET /api/subscription', aSubscriptionReply());
  storeAuthToken('token-1');
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery('token-1').queryKey, { user: aUser() });
  const onSelect = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <PlanPanel onSelect={onSelect} />
    </QueryClientProvider>,
  );
  const monthly = await findPlan('Monthly');
  expect(onSelect).not.toHaveBeenCalled();
  await userEvent.click(monthly);
  expect(onSelect.mock.calls).toEqual([['monthly']]);
});
