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

const otherChannels = { WHATSAPP: 'WhatsApp', AMB: 'Apple Messages' };

/** The list of conversations on the phone. */
export function startInbox() {
  onChange(() => {
    find('inbox').hidden = state.number !== null;
    if (state.number === null) draw();
  });
}

function draw() {
  const list = find('contacts');
  if (!state.isLoaded) return;
  const contacts = listContacts(state.person).sort((a, b) => lastOf(b).localeCompare(lastOf(a)));
  const focused = document.activeElement?.dataset?.number;
  list.replaceChildren(...(contacts.length > 0 ? contacts.map(drawContact) : [nobody()]));
  if (focused) list.querySelector(`[data-number="${CSS.escape(focused)}"]`)?.focus();
}

function lastOf(contact) {
  const last = listTexts(state.person, contact.number).at(-1);
  return last ? arrivalOf(last) : '';
}

function drawContact(contact) {
  const last = listTexts(state.person, contact.number).at(-1);
  const unread = contact.number ? countUnread(state.person, contact.number) : 0;
  const open = () => {
    show(state.person, contact.number);
    find('draft').focus({ preventScroll: true });
  };
  const button = make(
    'button',
    {
      type: 'button',
      'data-number': contact.number,
      disabled: !contact.number,
      onclick: open,
      class: unread > 0 ? 'is-unread' : null,
    },
    face(contact, 52),
    make('span', { class: 'contact-name' }, contact.name),
    make('span', { class: 'contact-when' }, last ? shortTime(arrivalOf(last)) : ''),
    make('span', { class: 'contact-line' }, lineOf(contact, last)),
    unread > 0 ? badge(unread) : make('span'),
  );
  return make('li', {}, button);
}

function lineOf(contact, last) {
  if (!contact.number) {
    const channel = otherChannels[contact.channel];
    return channel ? `Answers on ${channel}, not by text` : 'Has no number yet';
  }
  if (!last) return contact.tagline ?? 'Say hello';
  if (isLost(last)) return 'A text was lost on its way';
  return isMine(last) ? `You: ${last.body}` : last.body;
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
