import { actsOn } from './acts.js';
import { bubble, reactionOn } from './bubble.js';
import { clockTime, dayName, face, find, icon, make } from './dom.js';
import { badge } from './setup.js';
import {
  arrivalOf,
  countUnread,
  countUnreadOf,
  findContact,
  isLost,
  isMine,
  isOnTheWay,
  listTexts,
  markSeen,
  onChange,
  show,
  state,
} from './state.js';

/** Texts this close belong together; after this long a line says when. */
const groupMs = 60_000;
const pauseMs = 15 * 60_000;
/** How long an answer is expected before the dots give up, if nobody is seen working on it. */
const patienceMs = 20_000;
/** Answered by the carrier, or by nobody. */
const keywords =
  /^\s*(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout|start|unstop|help|info)\s*$/i;

const scroller = find('texts');
const list = find('text-list');
let drawn = { key: '', sids: new Set() };

const placeholders = { WHATSAPP: 'Message', AMB: 'Message' };

/** The open conversation. */
export function startThread() {
  find('back').addEventListener('click', () => {
    const { contact } = state;
    show(state.person, null);
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        find('contacts')
          .querySelector(`[data-contact="${CSS.escape(contact)}"]`)
          ?.focus(),
      ),
    );
  });
  find('open-wire').append(icon('wire'));
  // Reachable by keyboard, so that a long conversation can be scrolled with the arrow keys.
  scroller.tabIndex = 0;
  holdEnd();
  document.addEventListener('visibilitychange', () => state.contact && draw());
  // The dots end by themselves, and nothing tells when.
  setInterval(() => find('thread').hidden || drawDots(), 1000);
  onChange(() => {
    find('thread').hidden = state.contact === null;
    if (state.contact !== null) draw();
    else drawn = { key: '', sids: new Set() };
  });
}

function draw() {
  const key = `${state.person} ${state.contact}`;
  const isOpening = drawn.key !== key;
  const wasAtEnd = isOpening || isAtEnd();
  const texts = listTexts(state.person, state.contact);
  drawHead();
  find('draft').placeholder = placeholders[findContact(state.contact)?.channel] ?? 'Text message';
  const rows = texts.flatMap((text, index) =>
    drawText(text, texts[index - 1], texts[index + 1], isOpening),
  );
  const dots = list.querySelector('.dots');
  list.replaceChildren(...(texts.length > 0 ? rows : [beginning()]));
  if (dots) list.append(dots);
  drawDots();
  drawn = { key, sids: new Set(texts.map(({ sid }) => sid)) };
  markSeen();
  if (wasAtEnd || (texts.length > 0 && isMine(texts.at(-1)) && isFresh(texts.at(-1)))) toEnd();
}

const isFresh = (text) => Date.now() - Date.parse(text.createdAt) < 1500;

function isAtEnd() {
  return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 48;
}

/** Whoever sees the newest text sees it still when something opens below, or the keyboard does. */
function holdEnd() {
  let isHeld = true;
  scroller.addEventListener('scroll', () => {
    isHeld = isAtEnd();
  });
  new ResizeObserver(() => isHeld && toEnd()).observe(scroller);
}

function toEnd() {
  scroller.scrollTop = scroller.scrollHeight;
}

function drawHead() {
  const contact = findContact(state.contact) ?? { name: state.contact, imageUrl: null };
  const elsewhere = countUnreadOf(state.person) - countUnread(state.person, state.contact);
  find('contact').replaceChildren(
    face(contact, 44),
    make('h2', { id: 'thread-title' }, contact.name),
    make(
      'p',
      {},
      contact.name === contact.number ? 'Text message' : (contact.display ?? contact.number),
    ),
  );
  const unread = elsewhere > 0 ? [badge(elsewhere)] : [];
  find('back').replaceChildren(
    icon('back', 26),
    make('span', { class: 'unseen' }, 'All messages '),
    ...unread,
  );
  document.title = `${contact.name} · Sandbox phone · Sagewire`;
}

function drawText(text, before, after, isOpening) {
  const at = Date.parse(arrivalOf(text));
  const hasPause = !before || at - Date.parse(arrivalOf(before)) > pauseMs;
  if (text.kind === 'close')
    return [make('li', { class: 'closing' }, 'You closed this conversation')];
  const isGrouped = !hasPause && belongs(before, text);
  const isLast = !after || !belongs(text, after);
  const classes = [
    'text',
    isMine(text) && 'is-mine',
    isGrouped && 'is-grouped',
    isLast && 'is-last',
    !isOpening && !drawn.sids.has(text.sid) && 'is-new',
  ];
  const row = make(
    'li',
    { class: classes.filter(Boolean).join(' '), title: new Date(at).toLocaleString() },
    isLost(text) ? lost(text) : bubble(text),
    reactionOn(text),
    after || isMine(text) || isLost(text) ? null : actsOn(text),
    handoverLine(text, after),
  );
  return hasPause ? [moment(at), row] : [row];
}

function belongs(a, b) {
  return (
    isMine(a) === isMine(b) &&
    !isLost(a) &&
    !isLost(b) &&
    Date.parse(arrivalOf(b)) - Date.parse(arrivalOf(a)) < groupMs
  );
}

function moment(at) {
  return make('li', { class: 'moment' }, make('b', {}, dayName(at)), ` ${clockTime(at)}`);
}

const lostWords = {
  30003: 'the phone was unreachable',
  21610: 'this phone has opted out',
  131026: 'the phone could not be reached',
  131047: 'more than 24 hours have passed',
};

/** What never reached the phone; shown because this phone is made of glass. */
function lost(text) {
  const reason = lostWords[text.errorCode] ?? 'it was lost';
  return make(
    'div',
    { class: 'lost' },
    make(
      'b',
      {},
      text.errorCode === null ? 'Never arrived' : `Never arrived: ${reason} (${text.errorCode})`,
    ),
    text.body,
  );
}

/** Under the person's newest text: that the product took it; under any that it did not take: why. */
function handoverLine(text, after) {
  if (!isMine(text)) return null;
  const { handover } = text;
  if (handover?.problem) return make('p', { class: 'state is-bad' }, notTaken(handover));
  if (after || text.channel === 'WHATSAPP') return null;
  return make('p', { class: 'state' }, handover ? 'Delivered' : 'Sending…');
}

function notTaken({ status, problem }) {
  return status === null ? 'Not delivered: Sagewire did not answer' : `Not delivered: ${problem}`;
}

function drawDots() {
  const old = list.querySelector('.dots');
  if (isWaiting() === Boolean(old)) return;
  if (old) return old.remove();
  const wasAtEnd = isAtEnd();
  const name = findContact(state.contact)?.name ?? 'The expert';
  list.append(
    make(
      'li',
      { class: 'dots' },
      make('span', { class: 'unseen' }, `${name} is writing`),
      make('i'),
      make('i'),
      make('i'),
    ),
  );
  if (wasAtEnd) toEnd();
}

function isWaiting() {
  if (state.typing.has(`${state.person} ${state.contact}`)) return true;
  // Elsewhere the gateway tells when somebody writes.
  if (!state.contact.startsWith('SMS ')) return false;
  const last = listTexts(state.person, state.contact).at(-1);
  if (isOnTheWay(state.person, state.contact)) return true;
  if (!last || !isMine(last) || !last.handover || last.handover.problem || keywords.test(last.body))
    return false;
  const isWorkedOn = [...state.exchanges.values()].some(
    (entry) => entry.kind === 'model' && !entry.isDone && entry.person === state.person,
  );
  return isWorkedOn || Date.now() - Date.parse(last.createdAt) < patienceMs;
}

function beginning() {
  const contact = findContact(state.contact) ?? { name: state.contact, imageUrl: null };
  return make(
    'li',
    { class: 'quiet-start' },
    face(contact, 72),
    make('strong', {}, `Text ${contact.name}`),
    contact.tagline ?? 'The answer arrives right here.',
  );
}
