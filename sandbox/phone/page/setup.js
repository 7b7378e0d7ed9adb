import { post } from './api.js';
import { face, find, icon, make } from './dom.js';
import {
  changed,
  countUnreadOf,
  findContact,
  findPerson,
  loadPeople,
  onChange,
  show,
  state,
} from './state.js';

const failures = find('failure');

/** Whose phone it is, another number, what shall go wrong, starting over. */
export function startSetup({ announce }) {
  find('add-person').addEventListener('submit', (event) => {
    event.preventDefault();
    addPerson(announce);
  });
  find('new-phone').addEventListener('input', () => showError(''));
  failures.addEventListener('change', () => planFailure(announce));
  find('reset').addEventListener('click', () => find('reset-dialog').showModal());
  find('reset-dialog').addEventListener('close', () => reset());
  onChange(drawPeople);
  onChange(drawFailure);
  onChange(drawOwner);
}

function drawPeople() {
  const list = find('people');
  const focused = list.contains(document.activeElement) ? document.activeElement.value : null;
  list.replaceChildren(...state.people.map(drawPerson));
  if (focused) list.querySelector(`input[value="${CSS.escape(focused)}"]`)?.focus();
}

function drawPerson(person) {
  const unread = person.id === state.person ? 0 : countUnreadOf(person.id);
  const choose = () => show(person.id, null);
  const radio = make('input', {
    type: 'radio',
    name: 'person',
    value: person.id,
    onchange: choose,
  });
  radio.checked = person.id === state.person;
  const country = person.phone?.startsWith('+44') ? 'UK number' : 'US number';
  const number = person.name === person.display ? country : person.display;
  return make(
    'label',
    { class: 'person' },
    radio,
    face(person, 40),
    make('span', { class: 'person-name' }, person.name, make('small', {}, number)),
    unread > 0 ? badge(unread) : null,
  );
}

export function badge(count) {
  return make(
    'span',
    { class: 'badge' },
    String(count),
    make('span', { class: 'unseen' }, ' unread'),
  );
}

/** What can go wrong is up to the gateway of the open conversation; on the list it is the first one's. */
function failingChannel() {
  return findContact(state.contact)?.channel ?? Object.keys(state.gateways)[0];
}

function drawFailure() {
  const channel = failingChannel();
  const kinds = Object.entries(state.gateways[channel]?.failures ?? {});
  const planned = findPerson()?.failures[channel]?.kind ?? '';
  if (failures.dataset.channel !== channel) {
    failures.dataset.channel = channel;
    const options = kinds.map(([value, words]) => make('option', { value }, words));
    failures.replaceChildren(failures.options[0], ...options);
  }
  failures.value = planned;
  failures.parentElement.classList.toggle('is-planned', planned !== '');
}

function drawOwner() {
  const person = findPerson();
  if (!person) return;
  find('device').setAttribute('aria-label', `Phone of ${person.name}`);
  const owner = find('open-setup');
  owner.setAttribute('aria-label', `Phone of ${person.name}. Change`);
  owner.replaceChildren(face(person, 36));
}

function showError(words) {
  find('new-phone-error').textContent = words;
  find('new-phone').setAttribute('aria-invalid', String(words !== ''));
}

async function addPerson(announce) {
  const field = find('new-phone');
  try {
    const { person } = await post('/people', { phone: field.value });
    field.value = '';
    await loadPeople();
    show(person.id, null);
    announce(`This is now the phone of ${person.name}`);
  } catch (error) {
    showError(error.message);
    field.focus();
  }
}

async function planFailure(announce) {
  const kind = failures.value || null;
  try {
    await post('/failures', { person: state.person, channel: failingChannel(), kind });
    announce(kind ? 'The next text will fail as chosen' : 'The next text will arrive as usual');
  } catch (error) {
    announce(error.message);
  }
  await loadPeople();
}

async function reset() {
  if (find('reset-dialog').returnValue !== 'forget') return;
  await post('/reset', {});
  changed();
}

/** Panels that lie over the phone on narrow windows; the rest of the page is out of reach while one is open. */
export function startSheets() {
  for (const button of document.querySelectorAll('[data-close]')) {
    button.append(icon('close'));
    button.addEventListener('click', closeSheets);
  }
  find('open-setup').addEventListener('click', (event) => openSheet('setup', event.currentTarget));
  find('open-wire').addEventListener('click', (event) => openSheet('wire', event.currentTarget));
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') closeSheets();
  });
  for (const width of ['(min-width: 760px)', '(min-width: 1120px)']) {
    matchMedia(width).addEventListener('change', closeSheets);
  }
}

let opener = null;

function openSheet(id, button) {
  opener = button;
  const sheet = find(id);
  sheet.classList.add('is-open');
  for (const part of document.body.children) part.inert = part !== sheet;
  sheet.querySelector('.sheet-close').focus();
}

export function closeSheets() {
  if (!opener) return;
  for (const part of document.body.children) {
    part.classList.remove('is-open');
    part.inert = false;
  }
  opener.focus();
  opener = null;
}
