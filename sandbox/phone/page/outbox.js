import { get, listen } from './api.js';
import { clockTime, dayName, find, make } from './dom.js';

let gateways = {};
const texts = new Map();

function draw() {
  const sections = Object.entries(gateways).flatMap(([channel, { name }]) => {
    const sent = [...texts.values()].filter((text) => text.channel === channel).reverse();
    return [
      make('h2', {}, `${name} (${sent.length})`),
      sent.length > 0 ? make('ol', { class: 'texts' }, sent.map(drawRow)) : drawEmptyList(),
    ];
  });
  find('gateways').replaceChildren(...sections);
}

function drawEmptyList() {
  return make(
    'p',
    { class: 'nothing' },
    'Nothing was sent yet. ',
    make('a', { href: '/sandbox' }, 'Text an expert'),
    ' and the answer shows up here.',
  );
}

function drawRow(text) {
  const when = `${dayName(text.createdAt)} ${clockTime(text.createdAt)}`;
  const segments = text.numSegments === 1 ? ' · 1 segment' : ` · ${text.numSegments} segments`;
  const parts = text.numSegments === null ? '' : segments;
  const error = text.errorCode === null ? '' : ` · error ${text.errorCode}`;
  return make(
    'li',
    {},
    make('span', { class: 'body' }, text.body),
    make('span', { class: `status ${toneOf(text.status)}` }, text.status),
    make(
      'span',
      { class: 'facts' },
      `${text.from ?? text.number} → ${text.to} · ${when}${parts}${error}`,
    ),
  );
}

function toneOf(status) {
  if (status === 'delivered' || status === 'read') return 'is-good';
  return status === 'failed' || status === 'undelivered' ? 'is-bad' : '';
}

async function load() {
  const [{ texts: sent }, described] = await Promise.all([
    get('/api/outbox'),
    get('/api/gateways'),
  ]);
  gateways = described.gateways;
  texts.clear();
  for (const text of sent) texts.set(text.sid, text);
  draw();
}

listen({
  onOpen: load,
  onLost: () => {},
  on: {
    text(text) {
      if (text.writtenBy !== 'product') return;
      texts.set(text.sid, text);
      draw();
    },
    reset: load,
  },
});
