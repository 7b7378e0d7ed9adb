import type { HiddenReason } from '../document.ts';
import type { HtmlDocument, HtmlElement } from './element.ts';

/** Declarations in effect for one element: its rules, then its own style. */
export type Declarations = Map<string, string>;
export type Rules = Map<HtmlElement, Declarations>;

const maxRules = 5_000;
/** Only screens count, and no page of ours has a width that a rule could ask for. */
const screenOnly = /^@media\s+(?:all|screen|only screen)\s*$/i;
const looked =
  /(?:display|visibility|opacity|font-size|color|background|position|left|top|right|text-indent|clip|clip-path|transform|width|height|overflow|margin-left|margin-top|content-visibility)/i;

/** What `<style>` says of each element, later rules over earlier ones. */
export function readRules(document: HtmlDocument): Rules {
  const rules: Rules = new Map();
  const sheets = Array.from(document.querySelectorAll('style'), (sheet) => sheet.textContent ?? '');
  const all = sheets.flatMap((sheet) =>
    listRules(sheet.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '')),
  );
  for (const { selector, body } of all.slice(0, maxRules)) {
    if (!looked.test(body)) continue;
    for (const element of select(document, selector)) {
      const known = rules.get(element) ?? new Map();
      rules.set(element, readDeclarations(body, known));
    }
  }
  return rules;
}

type Rule = { selector: string; body: string };

function listRules(sheet: string): Rule[] {
  const rules: Rule[] = [];
  for (let at = 0; at < sheet.length; ) {
    const open = sheet.indexOf('{', at);
    if (open < 0) break;
    const selector = sheet.slice(at, open).split(';').at(-1)?.trim() ?? '';
    const close = findClose(sheet, open);
    const body = sheet.slice(open + 1, close);
    if (screenOnly.test(selector)) rules.push(...listRules(body));
    else if (!selector.startsWith('@')) rules.push({ selector, body });
    at = close + 1;
  }
  return rules;
}

function findClose(sheet: string, open: number): number {
  let depth = 0;
  for (let at = open; at < sheet.length; at++) {
    if (sheet[at] === '{') depth++;
    if (sheet[at] === '}' && --depth === 0) return at;
  }
  return sheet.length;
}

function select(document: HtmlDocument, selector: string): HtmlElement[] {
  // What stands before or after an element, or depends on the pointer, says nothing of its text.
  if (selector === '' || selector.includes(':')) return [];
  try {
    return Array.from(document.querySelectorAll(selector));
  } catch {
    return []; // a selector of tomorrow
  }
}

export function readDeclarations(style: string, into: Declarations = new Map()): Declarations {
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const value = declaration.slice(colon + 1).replace(/!\s*important/i, '');
    into.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase());
  }
  return into;
}

export type Surroundings = { color: string | null; background: string | null };

/** Why nothing of the element is seen, whatever it contains; null if it is. */
export function findHiding(element: HtmlElement, look: Declarations): HiddenReason | null {
  if (element.hasAttribute('hidden')) return 'invisible';
  if (element.localName === 'input') return null;
  if (look.get('display') === 'none' || look.get('content-visibility') === 'hidden')
    return 'invisible';
  if (/^(?:hidden|collapse)$/.test(look.get('visibility') ?? '')) return 'invisible';
  if (isBelow(look.get('opacity'), 0.05)) return 'transparent';
  if (isTiny(look)) return 'tiny';
  return isOffScreen(look) ? 'off-page' : null;
}

const isBelow = (value: string | undefined, limit: number) =>
  value !== undefined && Number.parseFloat(value) * (value.endsWith('%') ? 0.01 : 1) < limit;

function isTiny(look: Declarations): boolean {
  const size = look.get('font-size');
  if (size && /^[\d.]+(?:px|pt|)$/.test(size)) return Number.parseFloat(size) < 2;
  if (size && /^[\d.]+(?:r?em|%)$/.test(size)) return isBelow(size, 0.12);
  const isCut = look.get('overflow')?.includes('hidden');
  return Boolean(isCut && ['width', 'height'].some((side) => isSmallSide(look.get(side))));
}

const isSmallSide = (value = '') => /^[01](?:\.\d+)?(?:px)?$/.test(value);
const farAway = /^-\s*(?:\d{4,}(?:\.\d+)?(?:px|pt)|\d{3,}(?:\.\d+)?(?:r?em|vw|vh|%))$/;

function isOffScreen(look: Declarations): boolean {
  const moved = ['left', 'top', 'right', 'text-indent', 'margin-left', 'margin-top'];
  if (moved.some((name) => farAway.test(look.get(name) ?? ''))) return true;
  if (/translate[xy]?\(\s*-\d{4,}px/.test(look.get('transform') ?? '')) return true;
  const clip = look.get('clip') ?? '';
  const isClipped =
    /^rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)/.test(clip);
  return isClipped || /^(?:inset\((?:50|100)%|circle\(0)/.test(look.get('clip-path') ?? '');
}

/** Colors are inherited; what can't be told is null. */
export function surround(outer: Surroundings, look: Declarations): Surroundings {
  const color = look.get('color');
  const behind = look.get('background-color') ?? look.get('background');
  const isImage = look.has('background-image') || behind?.includes('(') === true;
  return {
    color: color === undefined || color === 'inherit' ? outer.color : readColor(color),
    background: isImage
      ? readColor(behind ?? '')
      : behind === undefined || /^(?:none|transparent|inherit|initial)$/.test(behind)
        ? outer.background
        : readColor(behind),
  };
}

export function isOfBackground({ color, background }: Surroundings): boolean {
  if (color === 'transparent') return true;
  const [one, other] = [color, background].map((each) => each?.match(/[0-9a-f]{2}/g));
  if (!one || !other) return false;
  return one.every((channel, at) => {
    const difference = Number.parseInt(channel, 16) - Number.parseInt(other[at] as string, 16);
    return Math.abs(difference) <= 8;
  });
}

const named: Record<string, string> = {
  white: 'ffffff',
  black: '000000',
  snow: 'fffafa',
  ivory: 'fffff0',
};

function readColor(value: string): string | null {
  if (value === 'transparent') return value;
  const [word = ''] = value.split(/\s/, 1);
  const [, hex] = /^#([0-9a-f]{6}|[0-9a-f]{3})$/.exec(word) ?? [];
  if (hex) return hex.length === 6 ? hex : Array.from(hex, (digit) => digit + digit).join('');
  const parts =
    /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+([\d.]+)(%?))?\s*\)/.exec(value);
  if (!parts) return named[word] ?? null;
  if (parts[4] !== undefined && isBelow(parts[4] + parts[5], 0.05)) return 'transparent';
  return parts
    .slice(1, 4)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('');
}
