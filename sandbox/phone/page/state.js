import { get } from './api.js';

const seenKey = 'sagewire-sandbox-seen';

/** All that the page knows. Changes go through the functions below, which then have it drawn again. */
export const state = {
  people: [],
  failureKinds: {},
  experts: [],
  /** Texts by sid, exchanges by id. */
  texts: new Map(),
  exchanges: new Map(),
  /** Whose phone, and which conversation is open on it; null shows the list. */
  person: null,
  number: null,
  isLoaded: false,
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
  const { people, failureKinds } = await get('/people');
  Object.assign(state, { people, failureKinds });
  changed();
}

export async function loadAll() {
  const [{ experts }, { texts }, { entries }] = await Promise.all([
    get('/experts'),
    get('/texts'),
    get('/wire'),
    loadPeople(),
  ]);
  state.experts = experts;
  state.texts = new Map(texts.map((text) => [text.sid, text]));
  state.exchanges = new Map(entries.map((entry) => [entry.id, entry]));
  state.isLoaded = true;
  changed();
}

const keyOf = (person, number) => `${person} ${number}`;

/** When a text is on the phone: at once if it is the person's, otherwise when it was delivered. */
export function arrivalOf(text) {
  return text.direction === 'inbound' ? text.createdAt : text.updatedAt;
}

export const isMine = (text) => text.direction === 'inbound';
export const isLost = (text) => text.status === 'undelivered' || text.status === 'failed';
export const hasArrived = (text) => isMine(text) || text.status === 'delivered';

/** Texts of one conversation that the phone shows, oldest first; `[]` while there are none. */
export function listTexts(person, number) {
  return [...state.texts.values()]
    .filter((text) => text.person === person && text.number === number)
    .filter((text) => hasArrived(text) || isLost(text))
    .sort((a, b) => arrivalOf(a).localeCompare(arrivalOf(b)));
}

export function isOnTheWay(person, number) {
  return [...state.texts.values()].some(
    (text) =>
      text.person === person && text.number === number && !hasArrived(text) && !isLost(text),
  );
}

/** Everyone a phone can text: experts first, then numbers that have texted without being one. */
export function listContacts(person) {
  const byText = state.experts.filter((each) => each.channel === 'SMS' && each.phoneNumber);
  const known = new Set(byText.map((each) => each.phoneNumber));
  const strangers = new Set(
    [...state.texts.values()]
      .filter((text) => text.person === person && !known.has(text.number))
      .map((text) => text.number),
  );
  return [
    ...byText.map((expert) => ({
      ...expert,
      name: expert.displayName,
      number: expert.phoneNumber,
    })),
    ...[...strangers].map((number) => ({
      id: number,
      name: number,
      number,
      channel: 'SMS',
      tagline: null,
      imageUrl: null,
    })),
    ...state.experts
      .filter((each) => !byText.includes(each))
      .map((expert) => ({ ...expert, name: expert.displayName, number: null })),
  ];
}

export function findContact(number) {
  return listContacts(state.person).find((contact) => contact.number === number) ?? null;
}

export function findPerson() {
  return state.people.find((person) => person.phone === state.person) ?? null;
}

export function countUnread(person, number) {
  const since = state.seen[keyOf(person, number)] ?? '';
  return listTexts(person, number).filter(
    (text) => !isMine(text) && hasArrived(text) && arrivalOf(text) > since,
  ).length;
}

export function countUnreadOf(person) {
  const numbers = new Set(
    [...state.texts.values()].filter((text) => text.person === person).map((text) => text.number),
  );
  return [...numbers].reduce((sum, number) => sum + countUnread(person, number), 0);
}

/** The open conversation is read up to its newest text, as long as somebody looks. */
export function markSeen() {
  if (!state.number || document.hidden) return;
  const last = listTexts(state.person, state.number).findLast((text) => !isMine(text));
  const key = keyOf(state.person, state.number);
  if (!last || state.seen[key] >= arrivalOf(last)) return;
  state.seen[key] = arrivalOf(last);
  try {
    localStorage.setItem(seenKey, JSON.stringify(state.seen));
  } catch {
    // Private windows may refuse storage: badges then start anew with each visit.
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
export function show(person, number) {
  Object.assign(state, { person, number });
  const expert = state.experts.find((each) => each.phoneNumber === number);
  const query = new URLSearchParams();
  if (person) query.set('from', person);
  if (expert) query.set('expert', expert.id);
  history.replaceState(null, '', `${location.pathname}?${query}`);
  changed();
}
