import { clockTime, icon, make } from './dom.js';
import { findContact, findPerson, isMine, state } from './state.js';

const special = {
  voice: ['voice', 'Voice message, 0:07'],
  location: ['place', 'A place on the map'],
};

/** One text as its channel shows it. */
export function bubble(text) {
  return make(
    'div',
    { class: `bubble ${lookOf(text)}` },
    make('span', { class: 'unseen' }, `${speakerOf(text)}: `),
    quote(text),
    text.pictures.map(({ path }) => make('img', { src: path, alt: 'Picture', loading: 'lazy' })),
    text.kind in special ? drawSpecial(...special[text.kind]) : withLinks(text.body),
    text.channel === 'WHATSAPP' ? stamp(text) : null,
  );
}

/** What is no words needs no bubble around it, but where the time stands in the bubble. */
function lookOf({ body, pictures, kind, channel }) {
  if (channel === 'WHATSAPP' || kind in special) return '';
  if (pictures.length > 0) return body ? '' : 'is-picture';
  return /^(?:\p{RGI_Emoji}\s*){1,3}$/v.test(body.trim()) ? 'is-emoji' : '';
}

/** Up to what ends the sentence around it. */
const address = /(https?:\/\/[^\s<>]*[^\s<>.,:;!?)\]'"’”])/;

function withLinks(body) {
  return body
    .split(address)
    .map((part, index) =>
      index % 2 === 0 ? part : make('a', { href: part, target: '_blank', rel: 'noreferrer' }, part),
    );
}

export function speakerOf(text) {
  return isMine(text)
    ? (findPerson()?.name ?? 'You')
    : (findContact(state.contact)?.name ?? text.number);
}

function quote({ quoted }) {
  const text = quoted && state.texts.get(quoted);
  if (!text) return null;
  return make(
    'div',
    { class: 'quote' },
    make('b', {}, speakerOf(text)),
    make('span', {}, linesOf(text)),
  );
}

/** A text in one line. */
export function linesOf(text) {
  if (text.kind in special) return special[text.kind][1];
  return text.body || (text.pictures.length > 0 ? 'Picture' : '');
}

function drawSpecial(name, words) {
  return make('span', { class: 'special' }, icon(name, 20), words);
}

/** The time, and on the person's own texts how far they have come: ticks, coloured once read. */
function stamp(text) {
  const time = clockTime(text.createdAt);
  if (!isMine(text)) return make('div', { class: 'stamp' }, time);
  const isTaken = text.handover && !text.handover.problem;
  const words = text.status === 'read' ? 'Read' : isTaken ? 'Delivered' : 'Sent';
  return make(
    'div',
    { class: text.status === 'read' ? 'stamp is-read' : 'stamp' },
    time,
    icon(isTaken ? 'ticks' : 'tick', 16),
    make('span', { class: 'unseen' }, ` ${words}`),
  );
}

/** The emoji that the person has put to a text of the expert's. */
export function reactionOn({ reaction }) {
  return reaction ? make('div', { class: 'reaction' }, reaction) : null;
}
