import { summarize } from './bubble.js';
import { clockTime, dayName, drawFace, find, isSameDay, make } from './dom.js';
import { drawBadge } from './setup.js';
import {
  arrivalOf,
  countUnread,
  isLost,
  isMine,
  listContacts,
  listTexts,
  onChange,
  show,
  state,
} from './state.js';

const channels = { SMS: 'SMS', WHATSAPP: 'WhatsApp', AMB: 'Apple Messages' };

export function startInbox() {
  onChange(() => {
    find('inbox').hidden = state.contact !== null;
    if (state.contact === null) draw();
  });
}

function draw() {
  const list = find('contacts');
  if (!state.isLoaded) return;
  const contacts = listContacts(state.person).sort((a, b) => lastOf(b).localeCompare(lastOf(a)));
  const focused = document.activeElement?.dataset?.contact;
  list.replaceChildren(...(contacts.length > 0 ? contacts.map(drawContact) : [emptyInbox()]));
  if (focused) list.querySelector(`[data-contact="${CSS.escape(focused)}"]`)?.focus();
}

function lastOf(contact) {
  const last = listTexts(state.person, contact.key).at(-1);
  return last ? arrivalOf(last) : '';
}

function drawContact(contact) {
  const last = listTexts(state.person, contact.key).at(-1);
  const unread = contact.key ? countUnread(state.person, contact.key) : 0;
  const open = () => {
    show(state.person, contact.key);
    find('draft').focus({ preventScroll: true });
  };
  const button = make(
    'button',
    {
      type: 'button',
      'data-contact': contact.key,
      disabled: !contact.key,
      onclick: open,
      class: unread > 0 ? 'is-unread' : null,
    },
    drawFace(contact, 52),
    make('span', { class: 'contact-name' }, contact.name, tagsOf(contact)),
    make('span', { class: 'contact-when' }, last ? shortTime(arrivalOf(last)) : ''),
    make('span', { class: 'contact-line' }, previewOf(contact, last)),
    unread > 0 ? drawBadge(unread) : make('span'),
  );
  return make('li', {}, button);
}

function tagsOf({ channel, key, isPaused }) {
  const tags = [key && channel !== 'SMS' && channels[channel], isPaused && 'Paused'];
  return tags.filter(Boolean).map((tag) => make('small', {}, tag));
}

function previewOf(contact, last) {
  if (!contact.key) {
    const isInSandbox = contact.channel in state.gateways;
    return isInSandbox ? 'Has no address yet' : `Answers on the real ${channels[contact.channel]}`;
  }
  if (!last) return contact.tagline ?? 'Say hello';
  if (isLost(last)) return 'A text never arrived';
  if (last.kind === 'close') return 'You closed this conversation';
  return isMine(last) ? `You: ${summarize(last)}` : summarize(last);
}

function shortTime(at) {
  if (isSameDay(at, Date.now())) return clockTime(at);
  const name = dayName(at);
  return name === 'Yesterday'
    ? name
    : new Date(at).toLocaleDateString([], { day: 'numeric', month: 'short' });
}

function emptyInbox() {
  return make(
    'li',
    { class: 'empty-inbox' },
    make('strong', {}, 'No experts yet'),
    'An expert shows up here as soon as it is added.',
    make('br'),
    make('a', { href: '/experts' }, 'Add an expert'),
  );
}
