import { get, post } from '/sandbox/page/api.js';
import { find, make } from '/sandbox/page/dom.js';
import { formatDate, formatMoney, formatPeriod, showWhenReady } from './stripe.js';

const disputeLabels = { needs_response: 'open', won: 'won', lost: 'lost' };

const tones = { active: 'is-good', complete: 'is-good', past_due: 'is-bad', unpaid: 'is-bad' };

showWhenReady('overview', async () => {
  drawOverview(await get('/stripe/api/overview'));
  find('failure').addEventListener('change', ({ currentTarget }) =>
    run('/failure', currentTarget, { failure: currentTarget.value || null }),
  );
  for (const button of document.querySelectorAll('[data-days]')) {
    const days = Number(button.dataset.days);
    button.addEventListener('click', () => run('/clock', button, { days }));
  }
});

function drawOverview({ failure, now, checkouts, subscriptions }) {
  find('failure').value = failure ?? '';
  find('now').textContent = formatDate(now);
  fillList('subscriptions', subscriptions.map(drawSubscription), 'No subscriptions yet.');
  fillList('checkouts', checkouts.map(drawCheckout), 'No payment pages yet.');
}

function fillList(id, rows, emptyText) {
  const shown = rows.length > 0 ? rows : [make('li', { class: 'nothing' }, emptyText)];
  find(id).replaceChildren(...shown);
}

function drawSubscription({ item, email, status, periodEnd, cancelAt }) {
  const end = cancelAt ? `ends ${formatDate(cancelAt)}` : `renews ${formatDate(periodEnd)}`;
  const facts = status === 'canceled' ? 'ended' : end;
  return drawRow(item, status, `${email ?? 'no email'} · ${facts}`);
}

function drawCheckout({ id, item, email, status, charge, url, createdAt, isSettling }) {
  const link = url && make('a', { href: url }, 'Open');
  const facts = `${email ?? 'no email'} · ${formatDate(createdAt)}${describeCharge(item, charge)}`;
  const row = drawRow(item, status, facts, link);
  const buttons = charge ? drawChargeButtons(charge, id) : isSettling ? drawBankButtons(id) : [];
  if (buttons.length > 0) row.append(make('span', { class: 'buttons' }, ...buttons));
  return row;
}

function describeCharge({ currency }, charge) {
  if (!charge) return '';
  const refunded =
    charge.refunded && ` · ${formatMoney({ amount: charge.refunded, currency })} refunded`;
  const dispute = charge.dispute && ` · dispute ${disputeLabels[charge.dispute]}`;
  return `${refunded || ''}${dispute || ''}`;
}

function drawChargeButtons({ amount, refunded, dispute }, id) {
  const actions = [];
  if (refunded === 0) actions.push(['refund-half', 'Refund half']);
  if (refunded < amount) actions.push(['refund', 'Refund']);
  if (!dispute) actions.push(['dispute', 'Dispute']);
  if (dispute === 'needs_response') {
    actions.push(['dispute-won', 'Win the dispute'], ['dispute-lost', 'Lose the dispute']);
  }
  return actions.map(([name, label]) => drawButton(label, `/checkout/${id}/${name}`));
}

function drawBankButtons(id) {
  return [
    drawButton('The bank pays', `/checkout/${id}/settle`, { isPaid: true }),
    drawButton('The bank refuses', `/checkout/${id}/settle`, { isPaid: false }),
  ];
}

function drawButton(label, path, body) {
  const button = make('button', { type: 'button', class: 'button quiet' }, label);
  button.addEventListener('click', () => run(path, button, body));
  return button;
}

async function run(path, control, body) {
  control.disabled = true;
  try {
    drawOverview(await post(`/stripe/api${path}`, body));
    find('notice').hidden = true;
  } catch (error) {
    find('notice').replaceChildren(make('strong', {}, error.message));
    find('notice').hidden = false;
  }
  control.disabled = false;
}

function drawRow(item, status, facts, link = null) {
  const tone = tones[status] ?? '';
  return make(
    'li',
    {},
    make(
      'span',
      {},
      item.name,
      ' ',
      make('span', { class: 'muted' }, `${formatMoney(item)} ${formatPeriod(item)}`),
    ),
    make('span', { class: `status ${tone}` }, status.replace('_', ' ')),
    make('span', { class: 'facts' }, facts, link && ' · ', link),
  );
}
