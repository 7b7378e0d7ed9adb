import { listen } from './api.js';
import { startAttach } from './attach.js';
import { drawComposer, fillDraft, startComposer } from './composer.js';
import { clockTime, find } from './dom.js';
import { startInbox } from './inbox.js';
import { closeSheets, startSetup, startSheets } from './setup.js';
import {
  contactKey,
  findContact,
  hasArrived,
  isMine,
  loadAll,
  loadPeople,
  onChange,
  readLastPerson,
  requestDraw,
  show,
  state,
} from './state.js';
import { startThread } from './thread.js';
import { startWire } from './wire.js';

/** For screen readers. */
function announce(message) {
  find('live').textContent = message;
}

/** Longer than any gateway shows the indicator. */
const typingMs = 25_000;

function showTyping({ channel, person, number, isTyping }) {
  const key = `${person} ${contactKey({ channel, number })}`;
  if (isTyping) {
    state.typing.add(key);
    setTimeout(() => {
      state.typing.delete(key);
      requestDraw();
    }, typingMs);
  } else state.typing.delete(key);
  requestDraw();
}

function receive(text) {
  if (!isMine(text)) state.typing.delete(`${text.person} ${contactKey(text)}`);
  const before = state.texts.get(text.sid);
  state.texts.set(text.sid, text);
  const isNews = !isMine(text) && hasArrived(text) && !(before && hasArrived(before));
  if (isNews && text.person === state.person) {
    announce(`${findContact(contactKey(text))?.name ?? text.number}: ${text.body}`);
  }
  if (!state.people.some(({ id }) => id === text.person)) loadPeople();
  requestDraw();
}

function restore() {
  const query = new URLSearchParams(location.search);
  const read = (name) => query.get(name)?.replace(/^ /, '+');
  const owner = read('from') ?? readLastPerson();
  const person = state.people.find((each) => each.id === owner) ?? state.people[0];
  const expert = state.experts.find(
    (each) =>
      each.number &&
      (each.id === query.get('expert') ||
        (each.channel === query.get('channel') && each.number === read('to'))),
  );
  show(person?.id ?? null, expert ? contactKey(expert) : null);
  const text = query.get('text');
  if (expert && text) fillDraft(text);
}

async function load() {
  try {
    await loadAll();
    find('offline').hidden = true;
    if (state.person === null) restore();
  } catch {
    find('offline').hidden = false;
  }
}

function tick() {
  find('clock').textContent = clockTime(Date.now()).replace(/\s?[AP]M$/i, '');
}

startSetup({ announce });
startSheets();
startInbox();
startThread();
startComposer();
startAttach();
startWire();
onChange(() => {
  const skin = state.contact && findContact(state.contact)?.channel;
  find('device').dataset.skin = skin ?? 'SMS';
  if (state.contact !== null) drawComposer();
  else document.title = 'Sandbox phone · Sagewire';
});
tick();
setInterval(tick, 5000);

listen({
  onOpen: load,
  onLost: () => {
    find('offline').hidden = false;
  },
  on: {
    text: receive,
    typing: showTyping,
    wire: (entry) => {
      state.exchanges.set(entry.id, entry);
      requestDraw();
    },
    people: loadPeople,
    reset: () => {
      closeSheets();
      state.person = null;
      load();
    },
  },
});
