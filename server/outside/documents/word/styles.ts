import type { HiddenReason } from '../document.ts';
import { type Attributes, readXml } from './xml.ts';

/** What a run, its styles or its paragraph say of how it looks; undefined: nothing. */
export type Look = {
  isVanished?: boolean;
  color?: string;
  /** In half points. */
  size?: number;
  /** Behind the letters. */
  shade?: string;
};

export type Style = {
  look: Look;
  basedOn: string | null;
  name: string;
  level: number | null;
  isShadedTable: boolean;
};
export type Styles = Map<string, Style>;

const maxChain = 20;
/** In half points: 1 pt and the like. */
const minSize = 4;

/** Takes what one property of a run says. */
export function addToLook(look: Look, name: string, attributes: Attributes): void {
  const value = attributes['w:val'];
  if (name === 'w:vanish' || name === 'w:specVanish') look.isVanished = isOn(value);
  if (name === 'w:color' && value) look.color = value.toUpperCase();
  if (name === 'w:sz') look.size = Number(value);
  if (name === 'w:shd') look.shade = readShade(attributes);
  if (name === 'w:highlight' && value) look.shade = value === 'white' ? 'FFFFFF' : 'OTHER';
}

/** `auto`, and white, are paper. */
export function readShade(attributes: Attributes): string {
  const fill = attributes['w:fill']?.toUpperCase() ?? 'AUTO';
  const isPattern = !['clear', 'nil', undefined].includes(attributes['w:val']);
  if (isPattern || attributes['w:themeFill']) return 'OTHER';
  return fill;
}

const isOn = (value: string | undefined): boolean => !['0', 'false', 'off'].includes(value ?? '1');

export function readStyles(source: string | null): Styles {
  const styles: Styles = new Map();
  let style: Style | null = null;
  readXml(source ?? '', {
    open(name, attributes) {
      if (name === 'w:style') {
        style = { look: {}, basedOn: null, name: '', level: null, isShadedTable: false };
        styles.set(attributes['w:styleId'] ?? '', style);
      }
      if (style) addToStyle(style, name, attributes);
    },
    close(name) {
      if (name === 'w:style') style = null;
    },
    text: () => undefined,
  });
  return styles;
}

function addToStyle(style: Style, name: string, attributes: Attributes): void {
  const value = attributes['w:val'] ?? '';
  if (name === 'w:name') style.name = value.toLowerCase();
  if (name === 'w:basedOn') style.basedOn = value;
  if (name === 'w:outlineLvl') style.level = Number(value) + 1;
  if (name === 'w:shd' && readShade(attributes) !== 'AUTO') style.isShadedTable = true;
  addToLook(style.look, name, attributes);
}

/** A style and those that it is based on, nearest first. */
export function listStyles(styles: Styles, id: string | undefined): Style[] {
  const chain: Style[] = [];
  for (let next = id; next && chain.length < maxChain; ) {
    const style = styles.get(next);
    if (!style) break;
    chain.push(style);
    next = style.basedOn ?? undefined;
  }
  return chain;
}

/** Of a heading or title; null for text. */
export function findLevel(styles: Styles, id: string | undefined): number | null {
  for (const { name, level } of listStyles(styles, id)) {
    if (name === 'title') return 1;
    if (level !== null && level <= 9) return level;
    const [, number] = /^heading (\d)$/.exec(name) ?? [];
    if (number) return Number(number);
  }
  return null;
}

/** @param looks nearest first. @param paper behind the text; null if it could be anything. */
export function findReason(looks: Look[], paper: string | null): HiddenReason | null {
  const first = <Key extends keyof Look>(key: Key) =>
    looks.find((look) => look[key] !== undefined)?.[key];
  if (first('isVanished')) return 'invisible';
  if ((first('size') ?? minSize) < minSize) return 'tiny';
  const color = first('color');
  const shade = first('shade') ?? 'AUTO';
  const behind = shade === 'AUTO' ? paper : shade;
  return color && behind && isSameColor(color, behind) ? 'background-color' : null;
}

/** Each channel within 3 %. */
function isSameColor(one: string, other: string): boolean {
  const [first, second] = [one, other].map(readColor);
  if (!first || !second) return false;
  return first.every((channel, at) => Math.abs(channel - (second[at] as number)) <= 8);
}

function readColor(color: string): number[] | null {
  if (!/^[0-9A-F]{6}$/.test(color)) return null;
  return [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
