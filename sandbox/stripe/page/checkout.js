import { find } from '/sandbox/page/dom.js';
import { get, money, ownId, period, post, showWhenReady } from './stripe.js';

const path = `/checkout/${ownId()}`;

showWhenReady('checkout', async () => {
  const { status, item, email, cancelUrl, cards } = await get(path);
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
  showError('');
  try {
    const { redirectTo } = await post(`${path}/pay`, { card: find('card').value });
    location.assign(redirectTo);
  } catch (error) {
    showError(error.message);
    button.disabled = false;
    button.textContent = payWords(item);
    find('card').focus();
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
