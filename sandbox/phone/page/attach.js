import { summarize } from './bubble.js';
import { drawIcon, find, make } from './dom.js';
import { sendMessage } from './send-message.js';
import { findContact, onChange, requestDraw, state } from './state.js';

const extras = {
  voice: ['voice', 'Voice message'],
  location: ['place', 'Location'],
  close: ['close', 'Close the conversation'],
};

let drawnFor = null;

export function startAttach() {
  find('attach').append(drawIcon('plus'));
  find('attach').addEventListener('click', () => open(find('attachments').hidden));
  find('cancel-reply').append(drawIcon('close', 18));
  find('cancel-reply').addEventListener('click', () => {
    state.replyTo = null;
    state.editing = null;
    requestDraw();
  });
  onChange(() => {
    if (state.contact) draw();
  });
}

const abilities = () => state.gateways[findContact(state.contact)?.channel]?.abilities ?? [];

function draw() {
  const able = abilities();
  const canAttach = able.includes('pictures') || able.some((each) => each in extras);
  find('attach').hidden = !canAttach;
  if (drawnFor !== state.contact) {
    drawnFor = state.contact;
    state.replyTo = null;
    state.editing = null;
    state.openActions = null;
    open(false);
  }
  const about = state.texts.get(state.editing ?? state.replyTo);
  const what = state.editing ? 'Edit' : 'Reply to';
  find('reply-bar').hidden = !about;
  find('reply-bar').firstElementChild.textContent = about ? `${what}: ${summarize(about)}` : '';
}

function open(isOpen) {
  find('attach').setAttribute('aria-expanded', String(isOpen));
  const attachments = find('attachments');
  attachments.hidden = !isOpen;
  if (!isOpen) return;
  const able = abilities();
  const pictures = able.includes('pictures') ? state.gallery.map(drawPicture) : [];
  const others = Object.entries(extras)
    .filter(([kind]) => able.includes(kind))
    .map(([kind, [name, label]]) => drawButton(() => sendMessage({ kind }), drawIcon(name), label));
  attachments.replaceChildren(...pictures, ...others);
}

function drawPicture({ file, label, path }) {
  const send = () => {
    const draft = find('draft');
    const body = draft.value;
    draft.value = '';
    draft.dispatchEvent(new Event('input'));
    return sendMessage({ body, pictures: [file] });
  };
  const image = make('img', { src: path, alt: `Send: ${label}`, width: 72, height: 54 });
  return drawButton(send, image);
}

function drawButton(send, ...content) {
  const onclick = () => {
    open(false);
    send();
  };
  return make('button', { type: 'button', onclick }, ...content);
}
