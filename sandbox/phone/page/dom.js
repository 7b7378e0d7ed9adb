/** Creates an element; string children become text, never markup. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export function find(id) {
  return document.getElementById(id);
}

const svgSpace = 'http://www.w3.org/2000/svg';

/** Strokes on a 24 px grid. */
const drawings = {
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  chevron: 'M9 6l6 6-6 6',
  plus: 'M12 5v14M5 12h14',
  tick: 'M5 13l4 4L19 7',
  ticks: 'M1 13l4 4L14 7M11 16l1 1L22 7',
  voice: 'M12 4v16M7 9v6M17 9v6M3 11v2M21 11v2',
  place: 'M12 21c-4-5-6-8-6-11a6 6 0 0 1 12 0c0 3-2 6-6 11ZM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  send: 'M12 19V5M5.5 11.5L12 5l6.5 6.5',
  wire: 'M4 8h13M13 4l4 4-4 4M20 16H7M11 12l-4 4 4 4',
  toProduct: 'M4 12h15M13 6l6 6-6 6',
  fromProduct: 'M20 12H5M11 6l-6 6 6 6',
};

export function drawIcon(name, size = 22) {
  const svg = document.createElementNS(svgSpace, 'svg');
  const facts = {
    viewBox: '0 0 24 24',
    width: size,
    height: size,
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': 2,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  };
  for (const [key, value] of Object.entries(facts)) svg.setAttribute(key, String(value));
  const path = document.createElementNS(svgSpace, 'path');
  path.setAttribute('d', drawings[name]);
  svg.append(path);
  return svg;
}

/** A round picture; without one, the initials, or # for a bare number. */
export function drawFace({ name, imageUrl }, size) {
  const disc = make('span', { class: 'face', 'aria-hidden': 'true' });
  disc.style.width = `${size}px`;
  disc.style.height = `${size}px`;
  disc.style.fontSize = `${Math.round(size * 0.38)}px`;
  const showInitials = () => {
    disc.replaceChildren(initials(name));
    disc.style.background = `hsl(${hueOf(name)} 34% 84%)`;
  };
  if (!imageUrl) showInitials();
  else
    disc.append(
      make('img', { src: imageUrl, alt: '', width: size, height: size, onerror: showInitials }),
    );
  return disc;
}

function initials(name) {
  if (!/\p{L}/u.test(name)) return '#';
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map(
    (word) => [...word][0] ?? '',
  );
  return letters.join('').toUpperCase();
}

function hueOf(name) {
  let hue = 7;
  for (const letter of name) hue = (hue * 31 + letter.codePointAt(0)) % 360;
  return hue;
}

export const isSameDay = (a, b) => new Date(a).toDateString() === new Date(b).toDateString();

export function clockTime(at) {
  return new Date(at).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
}

export function dayName(at) {
  const now = Date.now();
  if (isSameDay(at, now)) return 'Today';
  if (isSameDay(at, now - 86_400_000)) return 'Yesterday';
  return new Date(at).toLocaleDateString([], { weekday: 'long', day: 'numeric', month: 'long' });
}
