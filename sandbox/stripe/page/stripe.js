import { find, make } from '/sandbox/page/dom.js';

const base = '/sandbox/stripe/api';

/** @throws {Error} with a message to show. */
async function call(path, options) {
  let response;
  try {
    response = await fetch(base + path, options);
  } catch {
    throw new Error('The sandbox does not answer. Is it still running?');
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.message ?? `The sandbox answered ${response.status}`);
  return body;
}

export const get = (path) => call(path);

export const post = (path, body = {}) =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

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
