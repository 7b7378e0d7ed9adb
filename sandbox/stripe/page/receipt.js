import { get } from '/sandbox/page/api.js';
import { find } from '/sandbox/page/dom.js';
import { formatDate, formatMoney, readId, showWhenReady } from './stripe.js';

showWhenReady('receipt', async () => {
  const { number, amount, currency, created, refunded, email } = await get(
    `/stripe/api/receipt/${readId()}`,
  );
  find('email').textContent = email ?? 'no email';
  find('amount').textContent = formatMoney({ amount, currency });
  find('paid').textContent = `Receipt ${number} · ${formatDate(created)}`;
  find('refunded').textContent =
    refunded > 0 ? `${formatMoney({ amount: refunded, currency })} refunded` : '';
});
