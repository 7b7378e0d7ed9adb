import { get } from './api.js';
import { drawIcon, find, make } from './dom.js';
import { sendMessage } from './send-message.js';
import { findContact, isMine, listTexts, onChange, state } from './state.js';

const shown = 150;
/** By id, so that an open row stays open. */
const rows = new Map();

/** Newest first. */
export function startWire() {
  for (const id of ['wire-all', 'wire-lookups']) find(id).addEventListener('change', draw);
  for (const button of document.querySelectorAll('[data-trick]')) {
    button.addEventListener('click', () =>
      sendMessage({ body: readLastText(), trick: button.dataset.trick }),
    );
  }
  find('wire-body').tabIndex = 0;
  onChange(draw);
  onChange(() => {
    for (const button of document.querySelectorAll('[data-trick]'))
      button.disabled = !state.contact;
  });
}

function readLastText() {
  const own = listTexts(state.person, state.contact).filter((text) => isMine(text) && text.body);
  return own.at(-1)?.body ?? 'Hello';
}

function draw() {
  const entries = [...state.exchanges.values()].filter(isWanted).slice(-shown).reverse();
  const wanted = entries.map(drawRow);
  const list = find('exchanges');
  if (entries.length === 0) return list.replaceChildren(drawEmptyLog());
  // Rows move only if they must: a moved element loses the focus.
  for (const row of [...list.children]) if (!wanted.includes(row)) row.remove();
  wanted.forEach((row, index) => {
    if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null);
  });
}

function isWanted(entry) {
  if (entry.kind === 'lookup' && !find('wire-lookups').checked) return false;
  if (find('wire-all').checked) return true;
  const number = state.contact && findContact(state.contact)?.number;
  return entry.person === state.person && (!number || !entry.number || entry.number === number);
}

function drawEmptyLog() {
  return make(
    'li',
    { class: 'silence' },
    'Nothing yet. Send a text and watch it travel: webhook, model call, send, status callbacks.',
  );
}

const isFromSandbox = ({ kind }) => kind === 'webhook' || kind === 'status';

function drawRow(entry) {
  const known = rows.get(entry.id);
  const stamp = `${entry.isDone} ${entry.status}`;
  if (known?.stamp === stamp) return known.row;
  const row = known?.row ?? make('li', { class: 'exchange' });
  const details = row.firstElementChild ?? makeDetails(row, entry.id);
  details.replaceChild(drawSummary(entry), details.firstElementChild);
  if (details.open) loadDetails(details, entry.id);
  rows.set(entry.id, { row, stamp });
  return row;
}

function makeDetails(row, id) {
  const details = make('details', {}, make('summary'), make('div', { class: 'exchange-body' }));
  details.addEventListener('toggle', () => details.open && loadDetails(details, id));
  row.append(details);
  return details;
}

function drawSummary(entry) {
  const way = isFromSandbox(entry) ? 'toProduct' : 'fromProduct';
  const path = entry.url.replace(/^https?:\/\/[^/]+/, '').replace(/^\/sandbox/, '');
  return make(
    'summary',
    {},
    make(
      'span',
      { class: 'way', title: isFromSandbox(entry) ? 'To Sagewire' : 'From Sagewire' },
      drawIcon(way, 18),
    ),
    make('span', { class: 'what' }, entry.title),
    make('span', { class: 'result' }, drawStatus(entry), entry.ms === null ? '' : `${entry.ms} ms`),
    make('span', { class: 'chevron' }, drawIcon('chevron', 16)),
    make('span', { class: 'where' }, `${exactTime(entry.startedAt)} ${entry.method} ${path}`),
  );
}

function exactTime(at) {
  return new Date(at).toLocaleTimeString([], { hour12: false });
}

function drawStatus({ status, isDone }) {
  if (!isDone) return make('span', { class: 'code is-open' }, 'waiting');
  if (status === null) return make('span', { class: 'code is-bad' }, 'no answer');
  return make('span', { class: status < 400 ? 'code' : 'code is-bad' }, String(status));
}

async function loadDetails(details, id) {
  const body = details.lastElementChild;
  try {
    const { entry } = await get(`/api/wire/${id}`);
    body.replaceChildren(
      ...entry.notes.map((note) => make('p', { class: 'notes' }, note)),
      make('h3', {}, 'Request'),
      drawHeaders(entry.request.headers),
      ...drawBody(entry.request),
      make('h3', {}, entry.response ? `Answer ${entry.response.status}` : 'No answer yet'),
      ...(entry.response ? [drawHeaders(entry.response.headers), ...drawBody(entry.response)] : []),
    );
  } catch (error) {
    body.replaceChildren(make('p', { class: 'notes' }, error.message));
  }
}

function drawHeaders(values) {
  const rowsOf = ([name, value]) => [make('dt', {}, name), make('dd', {}, value)];
  return make('dl', { class: 'headers' }, Object.entries(values).flatMap(rowsOf));
}

function drawBody({ headers: values, body }) {
  if (!body) return [];
  const isForm = /urlencoded/.test(values['content-type'] ?? '');
  const text = isForm ? formatForm(body) : body;
  return [make('pre', { tabindex: '0' }, text)];
}

function formatForm(body) {
  return [...new URLSearchParams(body)].map(([name, value]) => `${name} = ${value}`).join('\n');
}
