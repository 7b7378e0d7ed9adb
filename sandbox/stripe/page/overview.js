import { find, make } from '/sandbox/page/dom.js';
import { get, longDate, money, period, post, showWhenReady } from './stripe.js';

const disputeWords = { needs_response: 'open', won: 'won', lost: 'lost' };

showWhenReady('overview', async () => {
  draw(await get('/overview'));
  find('down').addEventListener('change', (event) =>
    post('/down', { isDown: event.currentTarget.checked }),
  );
});

function draw({ isDown, checkouts, subscriptions }) {
  find('down').checked = isDown;
  fill('subscriptions', subscriptions.map(subscriptionRow), 'Nobody has subscribed yet.');
  fill('checkouts', checkouts.map(checkoutRow), 'No payment page has been opened yet.');
}

function fill(id, rows, nothing) {
  const shown = rows.length > 0 ? rows : [make('li', { class: 'nothing' }, nothing)];
  find(id).replaceChildren(...shown);
}

function subscriptionRow({ item, email, status, periodEnd, cancelAt }) {
  const end = cancelAt ? `ends ${longDate(cancelAt)}` : `renews ${longDate(periodEnd)}`;
  const facts = status === 'canceled' ? 'ended' : end;
  return row(item, status, `${email ?? 'somebody'} · ${facts}`);
}

function checkoutRow({ id, item, email, status, charge, url, createdAt }) {
  const link = url && make('a', { href: url }, 'Open');
  const facts = `${email ?? 'somebody'} · ${longDate(createdAt)}${chargeFacts(item, charge)}`;
  const listed = row(item, status, facts, link);
  if (charge) listed.append(make('span', { class: 'buttons' }, ...actsFor(charge, id)));
  return listed;
}

function chargeFacts({ currency }, charge) {
  if (!charge) return '';
  const refunded = charge.refunded && ` · ${money({ amount: charge.refunded, currency })} refunded`;
  const dispute = charge.dispute && ` · dispute ${disputeWords[charge.dispute]}`;
  return `${refunded || ''}${dispute || ''}`;
}

/** What the merchant, the payer and the payer's bank can do about a charge now. */
function actsFor({ amount, refunded, dispute }, id) {
  const acts = [];
  if (refunded === 0) acts.push(['refund-half', 'Refund half']);
  if (refunded < amount) acts.push(['refund', 'Refund']);
  if (!dispute) acts.push(['dispute', 'Dispute']);
  if (dispute === 'needs_response') {
    acts.push(['dispute-won', 'Win the dispute'], ['dispute-lost', 'Lose it']);
  }
  return acts.map(([name, words]) => {
    const button = make('button', { type: 'button', class: 'button quiet' }, words);
    button.addEventListener('click', () => act(`/checkout/${id}/${name}`, button));
    return button;
  });
}

async function act(path, button) {
  button.disabled = true;
  try {
    draw(await post(path));
    find('notice').hidden = true;
  } catch (error) {
    find('notice').replaceChildren(make('strong', {}, error.message));
    find('notice').hidden = false;
    button.disabled = false;
  }
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
