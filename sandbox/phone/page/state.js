import { get } from './api.js';

const seenKey = 'sagewire-sandbox-seen';
const personKey = 'sagewire-sandbox-person';

/** Call `requestDraw` after every change. */
export const state = {
  people: [],
  /** By channel. */
  gateways: {},
  gallery: [],
  experts: [],
  /** Texts by sid, exchanges by id. */
  texts: new Map(),
  exchanges: new Map(),
  /** The owner's id, and the open contact's key; null shows the list. */
  person: null,
  contact: null,
  isLoaded: false,
  typing: new Set(),
  /** Sids. */
  replyTo: null,
  editing: null,
  openActions: null,
  seen: readSeen(),
};

const parts = [];
let isDrawing = false;

/** Draws at most once per frame. */
export function onChange(draw) {
  parts.push(draw);
}

export function requestDraw() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    for (const draw of parts) draw();
  });
}

let newest = 0;
let newestLoad = null;

export function loadPeople() {
  newestLoad = readPeople(++newest);
  return newestLoad;
}

async function readPeople(load) {
  const { people } = await get('/api/people');
  // A slow answer must not undo a newer one. The start waits for that one, because it chooses whose phone it is.
  if (load !== newest) return newestLoad;
  state.people = people;
  requestDraw();
}

export async function loadAll() {
  const [{ experts }, { gateways, gallery }, { texts }, { entries }] = await Promise.all([
    get('/api/experts'),
    get('/api/gateways'),
    get('/api/texts'),
    get('/api/wire'),
    loadPeople(),
  ]);
  Object.assign(state, { experts, gateways, gallery });
  state.texts = new Map(texts.map((text) => [text.sid, text]));
  state.exchanges = new Map(entries.map((entry) => [entry.id, entry]));
  state.isLoaded = true;
  requestDraw();
}

/** One number may have two channels. */
export const contactKey = ({ channel, number }) => `${channel} ${number}`;

const isWith = (text, person, contact) => text.person === person && contactKey(text) === contact;

/** The person's text shows at once, an expert's when delivered. */
export function arrivalOf(text) {
  return text.direction === 'inbound' ? text.createdAt : text.updatedAt;
}

export const isMine = (text) => text.direction === 'inbound';
export const isLost = (text) => text.status === 'undelivered' || text.status === 'failed';
export const hasArrived = (text) => isMine(text) || ['delivered', 'read'].includes(text.status);

/** Oldest first. */
export function listTexts(person, contact) {
  return [...state.texts.values()]
    .filter((text) => isWith(text, person, contact))
    .filter((text) => hasArrived(text) || isLost(text))
    .sort((a, b) => arrivalOf(a).localeCompare(arrivalOf(b)));
}

export function isOnTheWay(person, contact) {
  return [...state.texts.values()].some(
    (text) => isWith(text, person, contact) && !hasArrived(text) && !isLost(text),
  );
}

/** Experts with an address, then other addresses, then experts without one. */
export function listContacts(person) {
  const experts = state.experts.map((expert) => ({
    ...expert,
    name: expert.displayName,
    key: expert.number ? contactKey(expert) : null,
  }));
  const known = new Set(experts.map(({ key }) => key));
  const others = [...state.texts.values()].filter(
    (text) => text.person === person && !known.has(contactKey(text)),
  );
  const strangers = new Map(others.map((text) => [contactKey(text), strangerOf(text)]));
  const isReached = ({ key }) => key !== null;
  return [
    ...experts.filter(isReached),
    ...strangers.values(),
    ...experts.filter((expert) => !isReached(expert)),
  ];
}

function strangerOf(text) {
  const { channel, number } = text;
  const key = contactKey(text);
  return { id: key, key, name: number, number, channel, tagline: null, imageUrl: null };
}

export function findContact(key) {
  return listContacts(state.person).find((contact) => contact.key === key) ?? null;
}

export function findPerson() {
  return state.people.find(({ id }) => id === state.person) ?? null;
}

export function countUnread(person, contact) {
  const since = state.seen[`${person} ${contact}`] ?? '';
  return listTexts(person, contact).filter(
    (text) => !isMine(text) && hasArrived(text) && arrivalOf(text) > since,
  ).length;
}

export function countUnreadOf(person) {
  const contacts = new Set(
    [...state.texts.values()].filter((text) => text.person === person).map(contactKey),
  );
  return [...contacts].reduce((sum, contact) => sum + countUnread(person, contact), 0);
}

/** Unless the browser tab is hidden. */
export function markSeen() {
  if (!state.contact || document.hidden) return;
  const last = listTexts(state.person, state.contact).findLast((text) => !isMine(text));
  const key = `${state.person} ${state.contact}`;
  if (!last || state.seen[key] >= arrivalOf(last)) return;
  state.seen[key] = arrivalOf(last);
  save(seenKey, JSON.stringify(state.seen));
}

/** Private windows may refuse storage. Unread counts and the owner then start over with each visit. */
function save(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The sandbox keeps the texts.
  }
}

/** A link opens its chat there. */
export function readLastPerson() {
  try {
    return localStorage.getItem(personKey);
  } catch {
    return null;
  }
}

function readSeen() {
  try {
    return JSON.parse(localStorage.getItem(seenKey) ?? '{}');
  } catch {
    return {};
  }
}

/** Puts both into the URL. */
export function show(person, contact) {
  Object.assign(state, { person, contact });
  const expert = state.experts.find((each) => each.number && contactKey(each) === contact);
  const query = new URLSearchParams();
  if (person) {
    query.set('from', person);
    save(personKey, person);
  }
  if (expert) query.set('expert', expert.id);
  history.replaceState(null, '', `${location.pathname}?${query}`);
  requestDraw();
}
