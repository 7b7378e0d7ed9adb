import { clockTime, drawIcon, make } from './dom.js';
import { findContact, findPerson, isMine, state } from './state.js';

const wordless = {
  voice: ['voice', 'Voice message, 0:07'],
  location: ['place', 'A place on the map'],
};

export function drawBubble(text) {
  return make(
    'div',
    { class: `bubble ${styleOf(text)}` },
    make('span', { class: 'visually-hidden' }, `${speakerOf(text)}: `),
    drawQuote(text),
    text.pictures.map(({ path }) => make('img', { src: path, alt: 'Picture', loading: 'lazy' })),
    drawContent(text),
    text.change === 'edited' ? make('small', {}, ' edited') : null,
    text.channel === 'WHATSAPP' ? drawTime(text) : null,
  );
}

function drawContent({ kind, body, change }) {
  if (change === 'deleted') return make('em', {}, 'You deleted this message');
  return kind in wordless ? drawWordless(...wordless[kind]) : linkify(body);
}

/** A picture or emoji alone has no bubble, except on WhatsApp, whose bubbles hold the time. */
function styleOf({ body, pictures, kind, channel }) {
  if (channel === 'WHATSAPP' || kind in wordless) return '';
  if (pictures.length > 0) return body ? '' : 'is-picture';
  return /^(?:\p{RGI_Emoji}\s*){1,3}$/v.test(body.trim()) ? 'is-emoji' : '';
}

/** A URL, without the punctuation after it. */
const url = /(https?:\/\/[^\s<>]*[^\s<>.,:;!?)\]'"’”])/;

function linkify(body) {
  return body
    .split(url)
    .map((part, index) =>
      index % 2 === 0 ? part : make('a', { href: part, target: '_blank', rel: 'noreferrer' }, part),
    );
}

export function speakerOf(text) {
  return isMine(text)
    ? (findPerson()?.name ?? 'You')
    : (findContact(state.contact)?.name ?? text.number);
}

function drawQuote({ quoted }) {
  const text = quoted && state.texts.get(quoted);
  if (!text) return null;
  return make(
    'div',
    { class: 'quote' },
    make('b', {}, speakerOf(text)),
    make('span', {}, summarize(text)),
  );
}

export function summarize(text) {
  if (text.kind in wordless) return wordless[text.kind][1];
  return text.body || (text.pictures.length > 0 ? 'Picture' : '');
}

function drawWordless(name, label) {
  return make('span', { class: 'special' }, drawIcon(name, 20), label);
}

function drawTime(text) {
  const time = clockTime(text.createdAt);
  if (!isMine(text)) return make('div', { class: 'stamp' }, time);
  const isTaken = text.handover && !text.handover.problem;
  const label = text.status === 'read' ? 'Read' : isTaken ? 'Delivered' : 'Sent';
  return make(
    'div',
    { class: text.status === 'read' ? 'stamp is-read' : 'stamp' },
    time,
    drawIcon(isTaken ? 'ticks' : 'tick', 16),
    make('span', { class: 'visually-hidden' }, ` ${label}`),
  );
}

export function drawReaction({ reaction }) {
  return reaction ? make('div', { class: 'reaction' }, reaction) : null;
}
