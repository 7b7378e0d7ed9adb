import { writeSmall } from './latex-symbols.ts';

/** A private character, which a printer replaces. */
export const lineBreak = '\ue000';

const blocks =
  /^(?:p|div|tr|table|ul|ol|h[1-6]|hr|blockquote|details|summary|section|article|pre|center|thead|tbody|dl|dt|dd)$/;
const inline =
  /^(?:span|b|strong|i|em|u|s|del|ins|small|mark|kbd|font|big|abbr|cite|q|var|samp|sup|sub|a|td|th|li|br|img|code|wbr)$/;
const voids = /^(?:br|hr|img|wbr)$/;
/** HTML lets these stay open. */
const optionalEnds = /^(?:p|li|td|th|tr|dt|dd)$/;

export const smallText = /^<(sup|sub)>([^<>]{1,20})<\/\1>/i;
const tag = /^<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s[\s\S]*|\/)?)>$/;
const attributes =
  /^(?:\s+(?:[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=]+)|open|reversed|hidden|disabled|checked))*\s*\/?$/;

const pageTags = /<(?:!doctype|\/?(?:html|head|body|script|style|form|input|button|label|meta))\b/i;
const fenced = /^[ \t>]*```[\s\S]*?(?:^[ \t>]*```|(?![\s\S]))|`[^`\n]*`/gm;

/** Tells tags that mark up the answer from those that it speaks of: "the <div> tag", a<b and c>d. */
export function watchTags(text: string): (source: string, start: number, end: number) => boolean {
  if (!text.includes('<')) return () => false;
  // Code outside of a fence is all to be read.
  if (pageTags.test(text.replace(fenced, ''))) return () => false;
  const lastEnds = new Map<string, number>();
  const opened = new Map<string, number>();
  for (const { 1: name = '', index } of text.matchAll(/<\/([a-zA-Z][a-zA-Z0-9]*)\s*>/g))
    lastEnds.set(name.toLowerCase(), index);
  return (source, start, end) => {
    if (source.startsWith('<!--') || smallText.test(source)) return true;
    const [, slash = '', given = '', rest = ''] = tag.exec(source) ?? [];
    const name = given.toLowerCase();
    if (!(blocks.test(name) || inline.test(name)) || !attributes.test(rest)) return false;
    const before = text.slice(Math.max(0, start - 20), start);
    const isFirst = /^$|\n[ \t>]*$/.test(before);
    if (voids.test(name)) return true;
    const count = opened.get(name) ?? 0;
    if (slash) {
      opened.set(name, Math.max(0, count - 1));
      return count > 0 || isFirst;
    }
    const hasEnd = (lastEnds.get(name) ?? -1) >= end || optionalEnds.test(name);
    const isBesideWords = /\s|^$/.test(text[end] ?? '') && !/>\s*$/.test(before);
    const isMarkup = isFirst || (hasEnd && !isBesideWords);
    if (isMarkup) opened.set(name, count + 1);
    return isMarkup;
  };
}

export function replaceTag(source: string, links: string[]): string {
  if (source.startsWith('<!--')) return '';
  const [, place, small = ''] = smallText.exec(source) ?? [];
  if (place) return writeSmall(place.toLowerCase() === 'sup' ? '^' : '_', small) ?? `^${small}`;
  const [, slash = '', given = '', rest = ''] = tag.exec(source) ?? [];
  const name = given.toLowerCase();
  if (blocks.test(name) || name === 'br') return lineBreak;
  if (name === 'li') return slash ? '' : `${lineBreak}- `;
  if ((name === 'td' || name === 'th') && slash) return ' | ';
  if (name === 'img') return readAttribute(rest, 'alt') || readAttribute(rest, 'src');
  if (name === 'code') return '`';
  if (name !== 'a') return '';
  if (!slash) links.push(readAttribute(rest, 'href'));
  const href = slash ? links.pop() : '';
  return href ? ` (${href})` : '';
}

function readAttribute(rest: string, name: string): string {
  const at = rest.toLowerCase().indexOf(`${name}=`);
  if (at < 0) return '';
  const value = rest.slice(at + name.length + 1);
  const quote = value[0] === '"' || value[0] === "'" ? value[0] : ' ';
  return (
    value
      .slice(quote === ' ' ? 0 : 1)
      .split(quote)[0]
      ?.replace(/\/$/, '') ?? ''
  );
}
