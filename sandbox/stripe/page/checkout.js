import { find } from '/sandbox/page/dom.js';
import { get, money, ownId, period, post, showWhenReady } from './stripe.js';

const laterButtons = [...document.querySelectorAll('[data-paid]')];
const path = `/checkout/${ownId()}`;

showWhenReady('checkout', async () => {
  const { status, item, email, cancelUrl, cards } = await get(path);
  if (status === 'expired') throw new Error('This payment page has expired.');
  if (status !== 'open') throw new Error('This payment has already been made.');
  document.title = `${item.name} · Sandbox`;
  find('order-title').textContent = item.name;
  find('amount').textContent = money(item);
  find('period').textContent = period(item);
  find('subtotal').textContent = money(item);
  find('total').textContent = money(item);
  find('email').textContent = email ?? '';
  find('submit').textContent = payWords(item);
  if (cancelUrl) find('cancel').href = cancelUrl;
  else find('cancel').remove();

  // Subscriptions are paid by card here.
  find('later').hidden = item.interval !== null;
  for (const button of laterButtons) {
    const isPaid = button.dataset.paid === 'true';
    button.addEventListener('click', () => leave('pay-later', { isPaid }));
  }

  const fillCard = () => {
    find('card').value = spaced(find('declined').checked ? cards.declined : cards.good);
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
  if (await leave('pay', { card: find('card').value })) return;
  button.disabled = false;
  button.textContent = payWords(item);
  find('card').focus();
}

/** Pays one way or another and goes back to the shop; false where that was refused. */
async function leave(way, body) {
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

function payWords(item) {
  return `Pay ${money(item)}`;
}

function spaced(number) {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}

function showError(words) {
  find('card-error').textContent = words;
  find('card').setAttribute('aria-invalid', String(words !== ''));
}
