import { get } from './api.js';
import { find, icon, make } from './dom.js';
import { act } from './sending.js';
import { findContact, isMine, listTexts, onChange, state } from './state.js';

const shown = 150;
/** Rows by id: an open one stays open and keeps what it has fetched. */
const rows = new Map();

/** Every request between Sagewire and the stand-ins, newest first. */
export function startWire() {
  for (const id of ['wire-all', 'wire-lookups']) find(id).addEventListener('change', draw);
  for (const button of document.querySelectorAll('[data-trick]')) {
    button.addEventListener('click', () => act({ body: lastWords(), trick: button.dataset.trick }));
  }
  find('wire-body').tabIndex = 0;
  onChange(draw);
  onChange(() => {
    for (const button of document.querySelectorAll('[data-trick]'))
      button.disabled = !state.contact;
  });
}

/** What the person last wrote here, for a gateway that brings it again. */
function lastWords() {
  const own = listTexts(state.person, state.contact).filter((text) => isMine(text) && text.body);
  return own.at(-1)?.body ?? 'Hello';
}

function draw() {
  const entries = [...state.exchanges.values()].filter(isWanted).slice(-shown).reverse();
  const wanted = entries.map(rowOf);
  const list = find('exchanges');
  if (entries.length === 0) return list.replaceChildren(silence());
  // Rows stay where they are when they can: moving one would close its neighbours' focus.
  const kept = new Set(wanted);
  for (const row of [...list.children]) if (!kept.has(row)) row.remove();
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

function silence() {
  return make(
    'li',
    { class: 'silence' },
    'Nothing yet. Send a text and watch it travel: webhook, model call, send, status callbacks.',
  );
}

const isFromSandbox = ({ kind }) => kind === 'webhook' || kind === 'status';

function rowOf(entry) {
  const known = rows.get(entry.id);
  const stamp = `${entry.isDone} ${entry.status}`;
  if (known?.stamp === stamp) return known.row;
  const row = known?.row ?? make('li', { class: 'exchange' });
  const details = row.firstElementChild ?? newDetails(row, entry.id);
  details.replaceChild(summary(entry), details.firstElementChild);
  if (details.open) fill(details, entry.id);
  rows.set(entry.id, { row, stamp });
  return row;
}

function newDetails(row, id) {
  const details = make('details', {}, make('summary'), make('div', { class: 'exchange-body' }));
  details.addEventListener('toggle', () => details.open && fill(details, id));
  row.append(details);
  return details;
}

function summary(entry) {
  const way = isFromSandbox(entry) ? 'toProduct' : 'fromProduct';
  const path = entry.url.replace(/^https?:\/\/[^/]+/, '').replace(/^\/sandbox/, '');
  return make(
    'summary',
    {},
    make(
      'span',
      { class: 'way', title: isFromSandbox(entry) ? 'To Sagewire' : 'From Sagewire' },
      icon(way, 18),
    ),
    make('span', { class: 'what' }, entry.title),
    make('span', { class: 'result' }, code(entry), entry.ms === null ? '' : `${entry.ms} ms`),
    make('span', { class: 'chevron' }, icon('chevron', 16)),
    make('span', { class: 'where' }, `${exactTime(entry.startedAt)} ${entry.method} ${path}`),
  );
}

function exactTime(at) {
  return new Date(at).toLocaleTimeString([], { hour12: false });
}

function code({ status, isDone }) {
  if (!isDone) return make('span', { class: 'code is-open' }, 'waiting');
  if (status === null) return make('span', { class: 'code is-bad' }, 'no answer');
  return make('span', { class: status < 400 ? 'code' : 'code is-bad' }, String(status));
}

async function fill(details, id) {
  const body = details.lastElementChild;
  try {
    const { entry } = await get(`/wire/${id}`);
    body.replaceChildren(
      ...entry.notes.map((note) => make('p', { class: 'notes' }, note)),
      make('h3', {}, 'Request'),
      headers(entry.request.headers),
      ...content(entry.request),
      make('h3', {}, entry.response ? `Answer ${entry.response.status}` : 'No answer yet'),
      ...(entry.response ? [headers(entry.response.headers), ...content(entry.response)] : []),
    );
  } catch (error) {
    body.replaceChildren(make('p', { class: 'notes' }, error.message));
  }
}

function headers(values) {
  const rowsOf = ([name, value]) => [make('dt', {}, name), make('dd', {}, value)];
  return make('dl', { class: 'headers' }, Object.entries(values).flatMap(rowsOf));
}

function content({ headers: values, body }) {
  if (!body) return [];
  const isForm = /urlencoded/.test(values['content-type'] ?? '');
  const text = isForm ? readForm(body) : body;
  return [make('pre', { tabindex: '0' }, text)];
}

/** One parameter a line, decoded: what was signed, as a person reads it. */
function readForm(body) {
  return [...new URLSearchParams(body)].map(([name, value]) => `${name} = ${value}`).join('\n');
}
