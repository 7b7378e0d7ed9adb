import { find, make } from '/sandbox/page/dom.js';
import { get, longDate, money, period, post, showWhenReady } from './stripe.js';

const disputeWords = { needs_response: 'open', won: 'won', lost: 'lost' };

const tones = { active: 'is-good', complete: 'is-good', past_due: 'is-bad', unpaid: 'is-bad' };

showWhenReady('overview', async () => {
  draw(await get('/overview'));
  find('failure').addEventListener('change', ({ currentTarget }) =>
    act('/failure', currentTarget, { failure: currentTarget.value || null }),
  );
  for (const button of document.querySelectorAll('[data-days]')) {
    const days = Number(button.dataset.days);
    button.addEventListener('click', () => act('/clock', button, { days }));
  }
});

function draw({ failure, now, checkouts, subscriptions }) {
  find('failure').value = failure ?? '';
  find('now').textContent = longDate(now);
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

function checkoutRow({ id, item, email, status, charge, url, createdAt, isSettling }) {
  const link = url && make('a', { href: url }, 'Open');
  const facts = `${email ?? 'somebody'} · ${longDate(createdAt)}${chargeFacts(item, charge)}`;
  const listed = row(item, status, facts, link);
  const acts = charge ? actsFor(charge, id) : isSettling ? settlings(id) : [];
  if (acts.length > 0) listed.append(make('span', { class: 'buttons' }, ...acts));
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
  return acts.map(([name, words]) => actButton(words, `/checkout/${id}/${name}`));
}

/** What the bank can say about a payment that it was asked for. */
function settlings(id) {
  return [
    actButton('The money comes', `/checkout/${id}/settle`, { isPaid: true }),
    actButton('It does not', `/checkout/${id}/settle`, { isPaid: false }),
  ];
}

function actButton(words, path, body) {
  const button = make('button', { type: 'button', class: 'button quiet' }, words);
  button.addEventListener('click', () => act(path, button, body));
  return button;
}

async function act(path, control, body) {
  control.disabled = true;
  try {
    draw(await post(path, body));
    find('notice').hidden = true;
  } catch (error) {
    find('notice').replaceChildren(make('strong', {}, error.message));
    find('notice').hidden = false;
  }
  control.disabled = false;
}

function row(item, status, facts, link = null) {
  const tone = tones[status] ?? '';
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
