import { drawIcon, find, make } from './dom.js';
import { sendMessage } from './send-message.js';
import { findContact, state } from './state.js';

const maxLength = 1600;
const draft = find('draft');
const send = find('send');
const drafts = new Map();
let shownFor = '';

const keywords = [
  ...['YES', 'STOP', 'START', 'HELP'],
  ...['MENU', 'BALANCE', 'PLANS', 'WHO', 'HUMAN', 'FORGET ME'],
];
const switches = [
  '[slow 5s]',
  '[fail 500]',
  '[fail 429 x2]',
  '[reject]',
  '[long]',
  '[empty]',
  '[send 30003]',
  '[send 500 x2]',
];

export function startComposer() {
  send.append(drawIcon('send'));
  // A mouse wheel turns vertically, and the chips scroll sideways.
  find('chips').addEventListener('wheel', scrollSideways, { passive: false });
  draft.addEventListener('input', drawDraft);
  draft.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    find('composer').requestSubmit();
  });
  find('composer').addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
}

/** Safari ends the composition before it reports the key; only the key code 229 says whose it was. */
const isComposing = (event) => event.isComposing || event.keyCode === 229;

export function drawComposer() {
  const key = `${state.person} ${state.contact}`;
  if (key === shownFor) return;
  if (shownFor) drafts.set(shownFor, draft.value);
  shownFor = key;
  draft.value = drafts.get(key) ?? '';
  drawChips();
  drawDraft();
}

/** Questions and keywords are sent at once; a switch is put before what the person writes. */
function drawChips() {
  const { suggestions = [] } = findContact(state.contact) ?? {};
  const texts = [...suggestions, ...keywords];
  find('chips').replaceChildren(
    ...texts.map((text) => make('button', { type: 'button', onclick: () => sendText(text) }, text)),
    ...switches.map((text) =>
      make('button', { type: 'button', class: 'is-switch', onclick: () => insert(text) }, text),
    ),
  );
}

function drawDraft() {
  const { length } = draft.value;
  send.disabled = draft.value.trim() === '';
  draft.style.height = 'auto';
  draft.style.height = `${draft.scrollHeight + 2}px`;
  const count = find('count');
  count.textContent = length > 120 ? `${length} of ${maxLength} characters` : '';
  count.classList.toggle('is-bad', length >= maxLength);
}

function scrollSideways(event) {
  if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
  event.currentTarget.scrollLeft += event.deltaY;
  event.preventDefault();
}

function insert(text) {
  draft.value = `${text} ${draft.value}`.slice(0, maxLength);
  drawDraft();
  draft.focus();
}

async function submit() {
  const body = draft.value;
  if (body.trim() === '') return;
  draft.value = '';
  drawDraft();
  const isSent = await sendText(body);
  // A failed text comes back into the field, unless the person has begun another.
  if (!isSent && draft.value === '') {
    draft.value = body;
    drawDraft();
  }
}

async function sendText(body) {
  const { editing, replyTo } = state;
  state.editing = null;
  state.replyTo = null;
  if (editing) return sendMessage({ kind: 'edit', quoted: editing, body });
  return sendMessage({ body, ...(replyTo && { quoted: replyTo }) });
}

export function fillDraft(text) {
  drawComposer();
  draft.value = text.slice(0, maxLength);
  drawDraft();
}
