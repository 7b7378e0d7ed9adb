import { find, make } from '/sandbox/page/dom.js';
import { get, longDate, money, period, post, showWhenReady } from './stripe.js';

showWhenReady('overview', async () => {
  const { isDown, checkouts, subscriptions } = await get('/overview');
  find('down').checked = isDown;
  find('down').addEventListener('change', (event) =>
    post('/down', { isDown: event.currentTarget.checked }),
  );
  fill('subscriptions', subscriptions.map(subscriptionRow), 'Nobody has subscribed yet.');
  fill('checkouts', checkouts.map(checkoutRow), 'No payment page has been opened yet.');
});

function fill(id, rows, nothing) {
  const shown = rows.length > 0 ? rows : [make('li', { class: 'nothing' }, nothing)];
  find(id).replaceChildren(...shown);
}

function subscriptionRow({ item, email, status, periodEnd, cancelAt }) {
  const end = cancelAt ? `ends ${longDate(cancelAt)}` : `renews ${longDate(periodEnd)}`;
  const facts = status === 'canceled' ? 'ended' : end;
  return row(item, status, `${email ?? 'somebody'} · ${facts}`);
}

function checkoutRow({ item, email, status, url, createdAt }) {
  const link = url && make('a', { href: url }, 'Open');
  return row(item, status, `${email ?? 'somebody'} · ${longDate(createdAt)}`, link);
}

function row(item, status, facts, link = null) {
  const tone = status === 'active' || status === 'complete' ? 'is-good' : '';
  return make(
    'li',
    {},
    make(
      'span',
      {},
      item.name,
      ' ',
      make('span', { class: 'muted' }, `${money(item)} ${period(item)}`),
    ),
    make('span', { class: `status ${tone}` }, status.replace('_', ' ')),
    make('span', { class: 'facts' }, facts, link && ' · ', link),
  );
}
