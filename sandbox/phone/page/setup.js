import { post } from './api.js';
import { drawFace, drawIcon, find, make } from './dom.js';
import {
  countUnreadOf,
  findContact,
  findPerson,
  loadPeople,
  onChange,
  requestDraw,
  show,
  state,
} from './state.js';

const failures = find('failure');

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
  const number = person.name === person.display ? describeNumber(person) : person.display;
  return make(
    'label',
    { class: 'person' },
    radio,
    drawFace(person, 40),
    make('span', { class: 'person-name' }, person.name, make('small', {}, number)),
    unread > 0 ? drawBadge(unread) : null,
  );
}

function describeNumber({ phone }) {
  if (!phone) return 'No phone: never answered';
  return phone.startsWith('+44') ? 'UK number' : 'US number';
}

export function drawBadge(count) {
  return make(
    'span',
    { class: 'badge' },
    String(count),
    make('span', { class: 'visually-hidden' }, ' unread'),
  );
}

/** The open conversation's, or the first one while the list is open. */
function channelToFail() {
  return findContact(state.contact)?.channel ?? Object.keys(state.gateways)[0];
}

function drawFailure() {
  const channel = channelToFail();
  const kinds = Object.entries(state.gateways[channel]?.failures ?? {});
  const planned = findPerson()?.failures[channel]?.kind ?? '';
  if (failures.dataset.channel !== channel) {
    failures.dataset.channel = channel;
    const options = kinds.map(([value, label]) => make('option', { value }, label));
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
  owner.replaceChildren(drawFace(person, 36));
}

function showError(message) {
  find('new-phone-error').textContent = message;
  find('new-phone').setAttribute('aria-invalid', String(message !== ''));
}

async function addPerson(announce) {
  const field = find('new-phone');
  try {
    const { person } = await post('/api/people', { phone: field.value });
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
    await post('/api/failures', { person: state.person, channel: channelToFail(), kind });
    announce(kind ? 'The next text will fail as chosen' : 'The next text will arrive as usual');
  } catch (error) {
    announce(error.message);
  }
  await loadPeople();
}

async function reset() {
  if (find('reset-dialog').returnValue !== 'delete') return;
  await post('/api/reset');
  requestDraw();
}

/** On narrow windows the panels cover the phone, so the rest of the page is inert. */
export function startSheets() {
  for (const button of document.querySelectorAll('[data-close]')) {
    button.append(drawIcon('close'));
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
