import { get, post } from '/sandbox/page/api.js';
import { find } from '/sandbox/page/dom.js';
import { formatMoney, formatPeriod, readId, showWhenReady } from './stripe.js';

const laterButtons = [...document.querySelectorAll('[data-paid]')];
const path = `/stripe/api/checkout/${readId()}`;

showWhenReady('checkout', async () => {
  const { status, item, email, cancelUrl, cards } = await get(path);
  if (status === 'expired') throw new Error('This payment page has expired.');
  if (status !== 'open') throw new Error('This payment has already been made.');
  document.title = `${item.name} · Sandbox`;
  find('order-title').textContent = item.name;
  find('amount').textContent = formatMoney(item);
  find('period').textContent = formatPeriod(item);
  find('subtotal').textContent = formatMoney(item);
  find('total').textContent = formatMoney(item);
  find('email').textContent = email ?? '';
  find('submit').textContent = payLabel(item);
  if (cancelUrl) find('cancel').href = cancelUrl;
  else find('cancel').remove();

  // Subscriptions are paid by card only.
  find('later').hidden = item.interval !== null;
  for (const button of laterButtons) {
    const isPaid = button.dataset.paid === 'true';
    button.addEventListener('click', () => payAndReturn('pay-later', { isPaid }));
  }

  const fillCard = () => {
    find('card').value = addSpaces(find('declined').checked ? cards.declined : cards.good);
    showError('');
  };
  fillCard();
  find('declined').addEventListener('change', fillCard);
  find('pay').addEventListener('submit', (event) => {
    event.preventDefault();
    pay(item);
  });
});

async function pay(item) {
  const button = find('submit');
  if (button.disabled) return;
  button.disabled = true;
  button.textContent = 'Paying…';
  if (await payAndReturn('pay', { card: find('card').value })) return;
  button.disabled = false;
  button.textContent = payLabel(item);
  find('card').focus();
}

/** @returns false if the payment was refused; otherwise the browser returns to the shop. */
async function payAndReturn(way, body) {
  for (const button of laterButtons) button.disabled = true;
  showError('');
  try {
    const { redirectTo } = await post(`${path}/${way}`, body);
    location.assign(redirectTo);
    return true;
  } catch (error) {
    showError(error.message);
    for (const button of laterButtons) button.disabled = false;
    return false;
  }
}

function payLabel(item) {
  return `Pay ${formatMoney(item)}`;
}

function addSpaces(number) {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}

function showError(message) {
  find('card-error').textContent = message;
  find('card').setAttribute('aria-invalid', String(message !== ''));
}
