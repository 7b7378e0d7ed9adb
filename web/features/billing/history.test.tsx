import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HistoryEntry } from '#shared/api/billing.ts';
import { renderSubscription } from '#test/web/billing.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';

const call = 'GET /api/subscription/history';
let made = 0;
const anEntry = (fields: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: `01890000-0000-7000-8000-${String(++made).padStart(12, '0')}`,
  createdAt: '2026-11-20T09:41:00.000Z',
  kind: 'spend',
  what: 'Reply',
  expert: { displayName: 'Ada' },
  delta: -1,
  left: 3,
  money: null,
  hasReceipt: false,
  ...fields,
});
const rows = async () => {
  const history = await screen.findByRole('region', { name: 'History' });
  return within(history).findAllByRole('listitem');
};

it('says when, what, with whom, how many, and what was left', async () => {
  const bought = anEntry({
    kind: 'grant',
    what: 'Pay as you go',
    expert: null,
    delta: 50,
    left: 1_053,
  });
  const refunded = anEntry({ kind: 'refund', what: 'Payment refunded', expert: null, delta: 0 });
  const returned = anEntry({ kind: 'give_back', what: 'Reply not delivered', delta: 1 });
  const entries = [anEntry(), bought, refunded, returned];
  renderSubscription().api.on(call, { entries, nextCursor: null });
  const texts = (await rows()).map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(/^Reply by Ada−1 messagesNov 20, 2026, .+3 left$/);
  expect(texts[1]).toMatch(/^Pay as you go\+50 messages.+1,053 left$/);
  expect(texts[2]).toMatch(/^Payment refunded0 messages/);
  expect(texts[3]).toMatch(/^Reply not delivered · Ada\+1 messages/);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

describe('money', () => {
  const money = { amount: 999, currency: 'usd' };
  const bought = anEntry({
    kind: 'grant',
    what: 'Pay as you go',
    expert: null,
    delta: 50,
    left: 53,
    money,
    hasReceipt: true,
  });
  const receipt = { name: 'Receipt for Pay as you go, in a new tab' };
  const openReceipt = 'GET /api/subscription/receipts/:entryId';
  const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() };
  afterEach(() => vi.restoreAllMocks());

  it('shows what was paid and returned, and each receipt in a new tab', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    const subscription = { kind: 'payment', what: 'Subscription', expert: null } as const;
    const { api, user } = renderSubscription();
    api.on(call, {
      entries: [
        bought,
        anEntry({ ...subscription, delta: 0, money: { amount: 1999, currency: 'usd' } }),
        anEntry({
          kind: 'refund',
          what: 'Payment refunded',
          expert: null,
          money: { ...money, amount: -999 },
        }),
      ],
      nextCursor: null,
    });
    const texts = (await rows()).map(({ textContent }) => textContent);
    expect(texts[0]).toMatch(/^Pay as you go · \$9\.99\+50 messages/);
    expect(texts[1]).toMatch(/^Subscription · \$19\.99Nov 20, 2026, [^ ]+.[AP]M$/);
    expect(texts[2]).toMatch(/^Payment refunded · −\$9\.99−1/);
    api.on(openReceipt, { url: 'https://pay.stripe.com/receipts/1' });
    await user.click(screen.getByRole('button', receipt));
    expect(open).toHaveBeenCalledWith('', '_blank');
    await waitFor(() =>
      expect(tab.location.replace).toHaveBeenCalledWith('https://pay.stripe.com/receipts/1'),
    );
    expect(tab.opener).toBeNull();
  });

  it('says why a receipt did not open, and closes its tab', async () => {
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    const { api, user } = renderSubscription();
    api.on(call, { entries: [bought], nextCursor: null });
    api.on(openReceipt, failWith(502, "The payment service can't be reached. Please try again."));
    await user.click(await screen.findByRole('button', receipt));
    expect(await screen.findByText('Failed to open the receipt')).toBeDefined();
    expect(tab.close).toHaveBeenCalled();
  });
});

it('shows more on demand, and says when that fails', async () => {
  const { api, user } = renderSubscription();
  api.on(call, ({ query }) =>
    query.get('cursor')
      ? failWith(503, 'The database is away')
      : { entries: [anEntry()], nextCursor: 'older' },
  );
  const more = await screen.findByRole('button', { name: 'Show more' });
  await user.click(more);
  expect((await screen.findByText('Unable to load older entries.')).role).toBe('alert');
  api.on(call, ({ query }) => ({
    entries: [anEntry({ what: query.get('cursor') ? 'Welcome back' : 'Reply' })],
    nextCursor: query.get('cursor') ? null : 'older',
  }));
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('Welcome back');
  expect(await rows()).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('says so while there are no entries', async () => {
  renderSubscription();
  await screen.findByRole('heading', { name: 'Nothing yet' });
});

it('says that it is loading, and that it failed, with a retry', async () => {
  const { api, user } = renderSubscription();
  api.on(call, failWith(500, 'The database is away'));
  await screen.findByText('Unable to load the history');
  api.on(call, neverAnswer());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Loading the history');
});
