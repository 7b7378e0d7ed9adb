import { find, make } from '/sandbox/page/dom.js';
import { get, longDate, money, ownId, period, post, showWhenReady } from './stripe.js';

const path = `/portal/${ownId()}`;
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
const statusWords = { active: 'Active', past_due: 'Past due' };
const buttons = [...document.querySelectorAll('[data-act]')];

showWhenReady('portal', async () => {
  draw(await get(path));
  for (const button of buttons) button.addEventListener('click', () => act(button.dataset.act));
  find('card-fails').addEventListener('change', ({ currentTarget }) =>
    act(currentTarget.checked ? 'cardFails' : 'cardWorks'),
  );
});

function draw({ email, returnUrl, subscription, other, now }) {
  find('now').textContent = longDate(now);
  find('email').textContent = email ?? '';
  find('back').href = find('nothing-back').href = returnUrl ?? '/';
  find('subscription').hidden = find('time').hidden = subscription === null;
  find('nothing').hidden = subscription !== null;
  if (!subscription) return;
  const { item, status, periodEnd, cancelAt, hasGoodCard } = subscription;
  find('card-fails').checked = !hasGoodCard;
  find('plan').textContent = item.name;
  find('status').textContent = statusWords[status] ?? status;
  find('status').className = `status ${status === 'active' ? 'is-good' : 'is-bad'}`;
  find('price').textContent = `${money(item)} ${period(item)}`;
  find('dates').textContent = cancelAt
    ? `Ends on ${longDate(cancelAt)} and is not renewed.`
    : `Renews on ${longDate(periodEnd)}.`;
  buttonFor('cancel').hidden = cancelAt !== null;
  buttonFor('resume').hidden = cancelAt === null;
  buttonFor('switch').textContent = `Switch to ${other.name} (${money(other)} ${period(other)})`;
}

async function act(name) {
  for (const button of buttons) button.disabled = true;
  const focused = document.activeElement;
  try {
    const [step, body] = actions[name];
    draw(await post(`${path}/${step}`, body));
    find('notice').hidden = true;
  } catch (error) {
    find('notice').replaceChildren(make('strong', {}, error.message));
    find('notice').hidden = false;
  }
  for (const button of buttons) button.disabled = false;
  (focused?.hidden ? buttonFor(name === 'cancel' ? 'resume' : 'cancel') : focused)?.focus();
}

function buttonFor(name) {
  return buttons.find((button) => button.dataset.act === name);
}
