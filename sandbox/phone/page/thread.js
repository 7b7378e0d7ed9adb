import { drawBubble, drawReaction } from './bubble.js';
import { clockTime, dayName, drawFace, drawIcon, find, make } from './dom.js';
import { drawMessageActions } from './message-actions.js';
import { drawBadge } from './setup.js';
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

/** Texts within a minute form a group; after fifteen, a line shows the time. */
const groupMs = 60_000;
const pauseMs = 15 * 60_000;
/** The dots stop after this long, unless a model call is open. */
const patienceMs = 20_000;
/** No expert answers these. */
const keywords =
  /^\s*(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout|start|unstop|help|info)\s*$/i;

const scroller = find('texts');
const list = find('text-list');
let drawn = { key: '', sids: new Set() };

const placeholders = { WHATSAPP: 'Message', AMB: 'Message' };

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
  find('open-wire').append(drawIcon('wire'));
  // Focusable, so that the arrow keys scroll a long conversation.
  scroller.tabIndex = 0;
  stayAtEnd();
  document.addEventListener('visibilitychange', () => state.contact && draw());
  // The dots time out without an event.
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
  list.replaceChildren(...(texts.length > 0 ? rows : [drawEmptyThread()]));
  if (dots) list.append(dots);
  drawDots();
  drawn = { key, sids: new Set(texts.map(({ sid }) => sid)) };
  markSeen();
  if (wasAtEnd || (texts.length > 0 && isMine(texts.at(-1)) && isFresh(texts.at(-1))))
    scrollToEnd();
}

const isFresh = (text) => Date.now() - Date.parse(text.createdAt) < 1500;

function isAtEnd() {
  return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 48;
}

/** Keeps the newest text in view when a panel or the keyboard opens below. */
function stayAtEnd() {
  let wasAtEnd = true;
  scroller.addEventListener('scroll', () => {
    wasAtEnd = isAtEnd();
  });
  new ResizeObserver(() => wasAtEnd && scrollToEnd()).observe(scroller);
}

function scrollToEnd() {
  scroller.scrollTop = scroller.scrollHeight;
}

function drawHead() {
  const contact = findContact(state.contact) ?? { name: state.contact, imageUrl: null };
  const elsewhere = countUnreadOf(state.person) - countUnread(state.person, state.contact);
  find('contact').replaceChildren(
    drawFace(contact, 44),
    make('h2', { id: 'thread-title' }, contact.name),
    make(
      'p',
      {},
      contact.name === contact.number ? 'Text message' : (contact.display ?? contact.number),
    ),
  );
  const unread = elsewhere > 0 ? [drawBadge(elsewhere)] : [];
  find('back').replaceChildren(
    drawIcon('back', 26),
    make('span', { class: 'visually-hidden' }, 'All messages '),
    ...unread,
  );
  document.title = `${contact.name} · Sandbox phone · Sagewire`;
}

function drawText(text, before, after, isOpening) {
  const at = Date.parse(arrivalOf(text));
  const hasPause = !before || at - Date.parse(arrivalOf(before)) > pauseMs;
  if (text.kind === 'close')
    return [make('li', { class: 'closing' }, 'You closed this conversation')];
  const isGrouped = !hasPause && isGroup(before, text);
  const isLast = !after || !isGroup(text, after);
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
    isLost(text) ? drawLost(text) : drawBubble(text),
    drawReaction(text),
    after || isLost(text) ? null : drawMessageActions(text),
    drawDelivery(text, after),
  );
  return hasPause ? [drawTimeLine(at), row] : [row];
}

function isGroup(a, b) {
  return (
    isMine(a) === isMine(b) &&
    !isLost(a) &&
    !isLost(b) &&
    Date.parse(arrivalOf(b)) - Date.parse(arrivalOf(a)) < groupMs
  );
}

function drawTimeLine(at) {
  return make('li', { class: 'moment' }, make('b', {}, dayName(at)), ` ${clockTime(at)}`);
}

const lostReasons = {
  30003: 'the phone was unreachable',
  21610: 'this phone has opted out',
  131026: 'the phone could not be reached',
  131047: 'more than 24 hours have passed',
};

/** A real phone would show nothing. */
function drawLost(text) {
  const reason = lostReasons[text.errorCode] ?? 'it failed';
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

/** Shows below the newest text that it was accepted, and below any refused text why. */
function drawDelivery(text, after) {
  if (!isMine(text)) return null;
  const { handover } = text;
  if (handover?.problem) return make('p', { class: 'state is-bad' }, describeProblem(handover));
  if (after || text.channel === 'WHATSAPP') return null;
  return make('p', { class: 'state' }, handover ? 'Delivered' : 'Sending…');
}

function describeProblem({ status, problem }) {
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
      make('span', { class: 'visually-hidden' }, `${name} is writing`),
      make('i'),
      make('i'),
      make('i'),
    ),
  );
  if (wasAtEnd) scrollToEnd();
}

function isWaiting() {
  if (state.typing.has(`${state.person} ${state.contact}`)) return true;
  // The other gateways report typing.
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

function drawEmptyThread() {
  const contact = findContact(state.contact) ?? { name: state.contact, imageUrl: null };
  return make(
    'li',
    { class: 'quiet-start' },
    drawFace(contact, 72),
    make('strong', {}, `Text ${contact.name}`),
    contact.tagline ?? 'The answer arrives right here.',
  );
}
