import { find, make } from '/sandbox/page/dom.js';

export const readId = () => location.pathname.split('/').at(-1);

export function formatMoney({ amount, currency }) {
  return (amount / 100).toLocaleString('en-US', { style: 'currency', currency });
}

export function formatPeriod({ interval }) {
  return interval ? `per ${interval}` : 'one time';
}

export function formatDate(seconds) {
  return new Date(seconds * 1000).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });
}

export async function showWhenReady(id, load) {
  try {
    await load();
    find('notice').hidden = true;
    find(id).hidden = false;
  } catch (error) {
    find('notice').replaceChildren(
      make('strong', {}, error.message),
      ' ',
      make('a', { href: '/' }, 'Back to Sagewire'),
    );
  }
}
