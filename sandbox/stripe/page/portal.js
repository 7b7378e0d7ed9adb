import { get, post } from '/sandbox/page/api.js';
import { find, make } from '/sandbox/page/dom.js';
import { formatDate, formatMoney, formatPeriod, readId, showWhenReady } from './stripe.js';

const path = `/stripe/api/portal/${readId()}`;
const actions = {
  cancel: ['cancel'],
  resume: ['resume'],
  switch: ['switch'],
  renew: ['renew', { isPaid: true }],
  fail: ['renew', { isPaid: false }],
  end: ['end'],
  day: ['clock', { days: 1 }],
  month: ['clock', { days: 31 }],
  year: ['clock', { days: 366 }],
  cardFails: ['card', { isGood: false }],
  cardWorks: ['card', { isGood: true }],
};
const statusLabels = { active: 'Active', past_due: 'Past due' };
const buttons = [...document.querySelectorAll('[data-action]')];

showWhenReady('portal', async () => {
  drawPortal(await get(path));
  for (const button of buttons) button.addEventListener('click', () => run(button.dataset.action));
  find('card-fails').addEventListener('change', ({ currentTarget }) =>
    run(currentTarget.checked ? 'cardFails' : 'cardWorks'),
  );
});

function drawPortal({ email, returnUrl, subscription, other, now }) {
  find('now').textContent = formatDate(now);
  find('email').textContent = email ?? '';
  find('back').href = find('nothing-back').href = returnUrl ?? '/';
  find('subscription').hidden = find('time').hidden = subscription === null;
  find('nothing').hidden = subscription !== null;
  if (!subscription) return;
  const { item, status, periodEnd, cancelAt, hasGoodCard } = subscription;
  find('card-fails').checked = !hasGoodCard;
  find('plan').textContent = item.name;
  find('status').textContent = statusLabels[status] ?? status;
  find('status').className = `status ${status === 'active' ? 'is-good' : 'is-bad'}`;
  find('price').textContent = `${formatMoney(item)} ${formatPeriod(item)}`;
  find('dates').textContent = cancelAt
    ? `Ends on ${formatDate(cancelAt)} and is not renewed.`
    : `Renews on ${formatDate(periodEnd)}.`;
  buttonFor('cancel').hidden = cancelAt !== null;
  buttonFor('resume').hidden = cancelAt === null;
  buttonFor('switch').textContent =
    `Switch to ${other.name} (${formatMoney(other)} ${formatPeriod(other)})`;
}

async function run(name) {
  for (const button of buttons) button.disabled = true;
  const focused = document.activeElement;
  try {
    const [step, body] = actions[name];
    drawPortal(await post(`${path}/${step}`, body));
    find('notice').hidden = true;
  } catch (error) {
    find('notice').replaceChildren(make('strong', {}, error.message));
    find('notice').hidden = false;
  }
  for (const button of buttons) button.disabled = false;
  (focused?.hidden ? buttonFor(name === 'cancel' ? 'resume' : 'cancel') : focused)?.focus();
}

function buttonFor(name) {
  return buttons.find((button) => button.dataset.action === name);
}
