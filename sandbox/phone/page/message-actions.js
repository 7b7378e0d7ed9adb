import { fillDraft } from './composer.js';
import { make } from './dom.js';
import { sendMessage } from './send-message.js';
import { isMine, requestDraw, state } from './state.js';

const emojis = ['👍', '❤️', '😂'];

/** Null if the gateway carries none. */
export function drawMessageActions(text) {
  const abilities = state.gateways[text.channel]?.abilities ?? [];
  const can = (ability) => abilities.includes(ability);
  if (isMine(text)) {
    const isWords = text.kind === 'words' && text.change !== 'deleted';
    return can('edit') && isWords ? drawToggled(text, 'Edit or delete', drawOwnButtons) : null;
  }
  if (!can('reaction') && !can('quotes')) return null;
  const label = can('quotes') ? 'React or reply' : 'React';
  return drawToggled(text, label, () =>
    drawButtons(text, { label, canReact: can('reaction'), canQuote: can('quotes') }),
  );
}

function drawToggled(text, label, draw) {
  const isOpen = state.openActions === text.sid;
  const toggle = make(
    'button',
    {
      type: 'button',
      class: 'actions-toggle',
      'aria-expanded': String(isOpen),
      onclick: () => openActions(isOpen ? null : text.sid),
    },
    isOpen ? 'Close' : label,
  );
  return isOpen ? [draw(text), toggle] : [toggle];
}

function openActions(sid) {
  state.openActions = sid;
  requestDraw();
}

function drawOwnButtons(text) {
  const edit = () => {
    state.editing = text.sid;
    openActions(null);
    fillDraft(text.body);
    document.getElementById('draft').focus();
  };
  const remove = () => {
    openActions(null);
    return sendMessage({ kind: 'revoke', quoted: text.sid });
  };
  return make(
    'fieldset',
    { class: 'message-actions', 'aria-label': 'Edit or delete' },
    make('button', { type: 'button', onclick: edit }, 'Edit'),
    make('button', { type: 'button', onclick: remove }, 'Delete'),
  );
}

function drawButtons(text, { label: title, canReact, canQuote }) {
  const react = (emoji) => {
    openActions(null);
    return sendMessage({ kind: 'reaction', quoted: text.sid, body: emoji });
  };
  const reply = () => {
    state.replyTo = text.sid;
    openActions(null);
    document.getElementById('draft').focus();
  };
  const drawButton = (content, label, onclick) =>
    make('button', { type: 'button', 'aria-label': label, onclick }, content);
  return make(
    'fieldset',
    { class: 'message-actions', 'aria-label': title },
    canReact
      ? emojis.map((emoji) => drawButton(emoji, `React with ${emoji}`, () => react(emoji)))
      : [],
    canReact && text.reaction ? drawButton('✕', 'Remove the reaction', () => react('')) : null,
    canQuote ? drawButton('Reply', 'Reply to this text', reply) : null,
  );
}
