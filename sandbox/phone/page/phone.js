import { listen } from './api.js';
import { drawComposer, startComposer } from './composer.js';
import { clockTime, find } from './dom.js';
import { startInbox } from './inbox.js';
import { closeSheets, startSetup, startSheets } from './setup.js';
import {
  changed,
  contactKey,
  findContact,
  hasArrived,
  isMine,
  loadAll,
  loadPeople,
  onChange,
  show,
  state,
} from './state.js';
import { startThread } from './thread.js';
import { startWire } from './wire.js';

/** Says it to whoever listens instead of looking. */
function announce(words) {
  find('live').textContent = words;
}

function receive(text) {
  const before = state.texts.get(text.sid);
  state.texts.set(text.sid, text);
  const isNews = !isMine(text) && hasArrived(text) && !(before && hasArrived(before));
  if (isNews && text.person === state.person) {
    announce(`${findContact(contactKey(text))?.name ?? text.number}: ${text.body}`);
  }
  if (!state.people.some(({ id }) => id === text.person)) loadPeople();
  changed();
}

function restore() {
  const query = new URLSearchParams(location.search);
  const from = query.get('from')?.replace(/^ /, '+');
  const person = state.people.find((each) => each.id === from) ?? state.people[0];
  const expert = state.experts.find(({ id }) => id === query.get('expert'));
  show(person?.id ?? null, expert?.number ? contactKey(expert) : null);
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
startComposer({ announce });
startWire();
onChange(() => {
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
    wire: (entry) => {
      state.exchanges.set(entry.id, entry);
      changed();
    },
    people: loadPeople,
    reset: () => {
      closeSheets();
      state.person = null;
      load();
    },
  },
});
