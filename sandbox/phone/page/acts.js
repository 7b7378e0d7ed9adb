import { make } from './dom.js';
import { act } from './sending.js';
import { changed, state } from './state.js';

const emojis = ['👍', '❤️', '😂'];

/** What can be done to a text of the expert's: react, answer it; where the gateway carries that. */
export function actsOn(text) {
  const abilities = state.gateways[text.channel]?.abilities ?? [];
  const canReact = abilities.includes('reaction');
  const canQuote = abilities.includes('quotes');
  if (!canReact && !canQuote) return null;
  const isOpen = state.actsOn === text.sid;
  const toggle = make(
    'button',
    {
      type: 'button',
      class: 'act-toggle',
      'aria-expanded': String(isOpen),
      onclick: () => choose(isOpen ? null : text.sid),
    },
    isOpen ? 'Close' : 'React or reply',
  );
  return isOpen ? [drawActs(text, { canReact, canQuote }), toggle] : [toggle];
}

function choose(sid) {
  state.actsOn = sid;
  changed();
}

function drawActs(text, { canReact, canQuote }) {
  const react = (emoji) => {
    choose(null);
    return act({ kind: 'reaction', quoted: text.sid, body: emoji });
  };
  const button = (words, label, onclick) =>
    make('button', { type: 'button', 'aria-label': label, onclick }, words);
  return make(
    'fieldset',
    { class: 'acts', 'aria-label': 'React or reply' },
    canReact ? emojis.map((emoji) => button(emoji, `React with ${emoji}`, () => react(emoji))) : [],
    canReact && text.reaction ? button('✕', 'Take the reaction back', () => react('')) : null,
    canQuote
      ? button('Reply', 'Reply to this text', () => {
          state.replyTo = text.sid;
          choose(null);
          document.getElementById('draft').focus();
        })
      : null,
  );
}
