import { make } from './dom.js';
import { sendMessage } from './send-message.js';
import { requestDraw, state } from './state.js';

const emojis = ['👍', '❤️', '😂'];

/** Null if the gateway carries neither reactions nor replies. */
export function drawMessageActions(text) {
  const abilities = state.gateways[text.channel]?.abilities ?? [];
  const canReact = abilities.includes('reaction');
  const canQuote = abilities.includes('quotes');
  if (!canReact && !canQuote) return null;
  const isOpen = state.openActions === text.sid;
  const toggle = make(
    'button',
    {
      type: 'button',
      class: 'actions-toggle',
      'aria-expanded': String(isOpen),
      onclick: () => openActions(isOpen ? null : text.sid),
    },
    isOpen ? 'Close' : 'React or reply',
  );
  return isOpen ? [drawButtons(text, { canReact, canQuote }), toggle] : [toggle];
}

function openActions(sid) {
  state.openActions = sid;
  requestDraw();
}

function drawButtons(text, { canReact, canQuote }) {
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
    { class: 'message-actions', 'aria-label': 'React or reply' },
    canReact
      ? emojis.map((emoji) => drawButton(emoji, `React with ${emoji}`, () => react(emoji)))
      : [],
    canReact && text.reaction ? drawButton('✕', 'Remove the reaction', () => react('')) : null,
    canQuote ? drawButton('Reply', 'Reply to this text', reply) : null,
  );
}
