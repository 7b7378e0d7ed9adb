import { trimLineEnds } from '#shared/texts.ts';
import {
  dropRules,
  replaceBullets,
  replaceFences,
  replaceHeadings,
  replaceImages,
  replaceLinks,
  replaceMarked,
  single,
  underscores,
} from './markdown.ts';
import { createPlaceholders, escapedMark, privateCharacters, webAddress } from './placeholders.ts';

export function toPlainText(markdown: string): string {
  const { protect, restore } = createPlaceholders();
  const protectGroup = (_: string, text: string) => protect(text);
  const steps: ((text: string) => string)[] = [
    (text) => text.replace(/\r\n?/g, '\n').replace(privateCharacters, ''),
    // A blank line follows the code.
    (text) => replaceFences(text, (code) => `${protect(code.trimEnd())}\n`),
    (text) => text.replace(/`([^`\n]+)`/g, protectGroup).replace(escapedMark, protectGroup),
    (text) => replaceImages(text, (name, url) => (name ? `${name}: ${url}` : url)),
    (text) => replaceLinks(text, (name, url) => (name === url ? url : `${name} (${url})`)),
    (text) => text.replace(webAddress, protect),
    (text) => replaceHeadings(text, (title) => title),
    (text) => text.replace(/^[ \t]{0,3}>[ \t]?/gm, ''), // quotes
    replaceBullets,
    dropRules,
    (text) => replaceMarked(text, { mark: '**', spansLines: true }, keep),
    (text) => replaceMarked(text, { ...underscores, spansLines: true }, keep),
    (text) => replaceMarked(text, single('*'), keep),
    (text) => replaceMarked(text, single('_'), keep),
    (text) => replaceMarked(text, { mark: '~~', spansLines: true }, keep),
    (text) => trimLineEnds(text).replace(/\n{3,}/g, '\n\n'),
  ];
  return restore(steps.reduce((text, step) => step(text), markdown)).trim();
}

const keep = (inner: string) => inner;
