import { find, icon, make } from './dom.js';
import { act } from './sending.js';
import { state } from './state.js';

const maxLength = 1600;
const draft = find('draft');
const send = find('send');
/** What was being written, for each conversation. */
const drafts = new Map();
let shownFor = '';

/** Sent as they are; switches in brackets wait for words of one's own. */
const words = ['What is 1/2 + 1/3?', 'How do I cook rice?', 'YES', 'STOP', 'START', 'HELP'];
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

/** Where the person writes. */
export function startComposer() {
  send.append(icon('send'));
  find('chips').append(
    ...words.map((text) => make('button', { type: 'button', onclick: () => sendText(text) }, text)),
    ...switches.map((text) =>
      make('button', { type: 'button', class: 'is-switch', onclick: () => insert(text) }, text),
    ),
  );
  // A mouse has one wheel, and it points the other way.
  find('chips').addEventListener('wheel', scrollSideways, { passive: false });
  draft.addEventListener('input', drawDraft);
  draft.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    find('composer').requestSubmit();
  });
  find('composer').addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
}

/** Another conversation has its own unfinished text. */
export function drawComposer() {
  const key = `${state.person} ${state.contact}`;
  if (key === shownFor) return;
  if (shownFor) drafts.set(shownFor, draft.value);
  shownFor = key;
  draft.value = drafts.get(key) ?? '';
  drawDraft();
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
  // Nothing is lost on a failed send, unless something new was begun meanwhile.
  if (!isSent && draft.value === '') {
    draft.value = body;
    drawDraft();
  }
}

async function sendText(body) {
  const quoted = state.replyTo ?? undefined;
  state.replyTo = null;
  return act({ body, ...(quoted && { quoted }) });
}

/** A link has brought words that wait to be sent. */
export function fillDraft(words) {
  drawComposer();
  draft.value = words.slice(0, maxLength);
  drawDraft();
}
