import { linesOf } from './bubble.js';
import { clockTime, dayName, face, find, isSameDay, make } from './dom.js';
import { badge } from './setup.js';
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

/** The list of conversations on the phone. */
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
  list.replaceChildren(...(contacts.length > 0 ? contacts.map(drawContact) : [nobody()]));
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
    face(contact, 52),
    make('span', { class: 'contact-name' }, contact.name, channelOf(contact)),
    make('span', { class: 'contact-when' }, last ? shortTime(arrivalOf(last)) : ''),
    make('span', { class: 'contact-line' }, lineOf(contact, last)),
    unread > 0 ? badge(unread) : make('span'),
  );
  return make('li', {}, button);
}

/** Texts are what a phone is for; anything else says so. */
function channelOf({ channel, key }) {
  return key && channel !== 'SMS' ? make('small', {}, channels[channel]) : null;
}

function lineOf(contact, last) {
  if (!contact.key) {
    const isPlayed = contact.channel in state.gateways;
    return isPlayed ? 'Has no address yet' : `Answers on ${channels[contact.channel]}, not here`;
  }
  if (!last) return contact.tagline ?? 'Say hello';
  if (isLost(last)) return 'A text was lost on its way';
  if (last.kind === 'close') return 'You closed this conversation';
  return isMine(last) ? `You: ${linesOf(last)}` : linesOf(last);
}

function shortTime(at) {
  if (isSameDay(at, Date.now())) return clockTime(at);
  const name = dayName(at);
  return name === 'Yesterday'
    ? name
    : new Date(at).toLocaleDateString([], { day: 'numeric', month: 'short' });
}

function nobody() {
  return make(
    'li',
    { class: 'nobody' },
    make('strong', {}, 'Nobody to text yet'),
    'An expert with a phone number shows up here as soon as it is active.',
    make('br'),
    make('a', { href: '/experts' }, 'Add an expert'),
  );
}
