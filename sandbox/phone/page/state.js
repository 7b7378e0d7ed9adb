import { get } from './api.js';

const seenKey = 'sagewire-sandbox-seen';
const personKey = 'sagewire-sandbox-person';

/** All that the page knows. Changes go through the functions below, which then have it drawn again. */
export const state = {
  people: [],
  /** What each channel's gateway can do and fail at. */
  gateways: {},
  /** Pictures that can be sent. */
  gallery: [],
  experts: [],
  /** Texts by sid, exchanges by id. */
  texts: new Map(),
  exchanges: new Map(),
  /** Whose phone, and the key of the contact whose conversation is open on it; null shows the list. */
  person: null,
  contact: null,
  isLoaded: false,
  /** Conversations in which the other side writes, as their gateways tell. */
  typing: new Set(),
  /** The text (sid) that is answered, and the one whose buttons are shown. */
  replyTo: null,
  actsOn: null,
  seen: readSeen(),
};

const drawers = [];
let isDrawing = false;

/** Registers a part of the page; it is drawn once per frame, however much has changed. */
export function onChange(draw) {
  drawers.push(draw);
}

export function changed() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    for (const draw of drawers) draw();
  });
}

export async function loadPeople() {
  const { people } = await get('/people');
  state.people = people;
  changed();
}

export async function loadAll() {
  const [{ experts }, { gateways, gallery }, { texts }, { entries }] = await Promise.all([
    get('/experts'),
    get('/gateways'),
    get('/texts'),
    get('/wire'),
    loadPeople(),
  ]);
  Object.assign(state, { experts, gateways, gallery });
  state.texts = new Map(texts.map((text) => [text.sid, text]));
  state.exchanges = new Map(entries.map((entry) => [entry.id, entry]));
  state.isLoaded = true;
  changed();
}

/** One number may be reached on two channels: a conversation is with both. */
export const contactKey = ({ channel, number }) => `${channel} ${number}`;

const isWith = (text, person, contact) => text.person === person && contactKey(text) === contact;

/** When a text is on the phone: at once if it is the person's, otherwise when it was delivered. */
export function arrivalOf(text) {
  return text.direction === 'inbound' ? text.createdAt : text.updatedAt;
}

export const isMine = (text) => text.direction === 'inbound';
export const isLost = (text) => text.status === 'undelivered' || text.status === 'failed';
export const hasArrived = (text) => isMine(text) || ['delivered', 'read'].includes(text.status);

/** Texts of one conversation that the phone shows, oldest first; `[]` while there are none. */
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

/** Everyone a phone can text: experts first, then addresses that have texted without being one's. */
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

/** The open conversation is read up to its newest text, as long as somebody looks. */
export function markSeen() {
  if (!state.contact || document.hidden) return;
  const last = listTexts(state.person, state.contact).findLast((text) => !isMine(text));
  const key = `${state.person} ${state.contact}`;
  if (!last || state.seen[key] >= arrivalOf(last)) return;
  state.seen[key] = arrivalOf(last);
  keep(seenKey, JSON.stringify(state.seen));
}

/** Private windows may refuse storage: badges, and whose phone it is, then start anew with each visit. */
function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing is lost that a person has written.
  }
}

/** Whose phone was last held: a link that opens a chat opens it there. */
export function lastPerson() {
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

/** Opens a phone, and a conversation on it; the address follows, so that it can be shared and reloaded. */
export function show(person, contact) {
  Object.assign(state, { person, contact });
  const expert = state.experts.find((each) => each.number && contactKey(each) === contact);
  const query = new URLSearchParams();
  if (person) {
    query.set('from', person);
    keep(personKey, person);
  }
  if (expert) query.set('expert', expert.id);
  history.replaceState(null, '', `${location.pathname}?${query}`);
  changed();
}
