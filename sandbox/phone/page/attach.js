import { linesOf } from './bubble.js';
import { find, icon, make } from './dom.js';
import { act } from './sending.js';
import { changed, findContact, onChange, state } from './state.js';

const specials = {
  voice: ['voice', 'Voice message'],
  location: ['place', 'Location'],
  close: ['close', 'Close the conversation'],
};

let drawnFor = null;

/** What can be sent besides words, as far as the channel's gateway carries it; and the text that is answered. */
export function startAttach() {
  find('attach').append(icon('plus'));
  find('attach').addEventListener('click', () => open(find('sheetlet').hidden));
  find('stop-answering').append(icon('close', 18));
  find('stop-answering').addEventListener('click', () => {
    state.replyTo = null;
    changed();
  });
  onChange(() => {
    if (state.contact) draw();
  });
}

const abilities = () => state.gateways[findContact(state.contact)?.channel]?.abilities ?? [];

function draw() {
  const able = abilities();
  const canAttach = able.includes('pictures') || able.some((each) => each in specials);
  find('attach').hidden = !canAttach;
  if (drawnFor !== state.contact) {
    drawnFor = state.contact;
    state.replyTo = null;
    state.actsOn = null;
    open(false);
  }
  const answered = state.replyTo && state.texts.get(state.replyTo);
  find('answering').hidden = !answered;
  find('answering').firstElementChild.textContent = answered
    ? `Reply to: ${linesOf(answered)}`
    : '';
}

function open(isOpen) {
  find('attach').setAttribute('aria-expanded', String(isOpen));
  const sheetlet = find('sheetlet');
  sheetlet.hidden = !isOpen;
  if (!isOpen) return;
  const able = abilities();
  const pictures = able.includes('pictures') ? state.gallery.map(drawPicture) : [];
  const others = Object.entries(specials)
    .filter(([kind]) => able.includes(kind))
    .map(([kind, [name, words]]) => button(() => act({ kind }), icon(name), words));
  sheetlet.replaceChildren(...pictures, ...others);
}

function drawPicture({ file, label, path }) {
  const send = () => {
    const draft = find('draft');
    const body = draft.value;
    draft.value = '';
    draft.dispatchEvent(new Event('input'));
    return act({ body, pictures: [file] });
  };
  const image = make('img', { src: path, alt: `Send: ${label}`, width: 72, height: 54 });
  return button(send, image);
}

function button(send, ...content) {
  const onclick = () => {
    open(false);
    send();
  };
  return make('button', { type: 'button', onclick }, ...content);
}
