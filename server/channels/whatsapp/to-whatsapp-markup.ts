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
} from '../markdown.ts';
import { createPlaceholders, escapedMark, privateCharacters, webAddress } from '../placeholders.ts';

/** Stands for `*`, which means something else in Markdown. */
const bold = '\uE000';

export function toWhatsAppMarkup(markdown: string): string {
  const { protect, restore } = createPlaceholders();
  const steps: ((text: string) => string)[] = [
    (text) => text.replace(/\r\n?/g, '\n').replace(privateCharacters, ''),
    (text) => replaceFences(text, (code) => protect(`\`\`\`\n${code}\`\`\``)),
    (text) => text.replace(/`[^`\n]+`/g, protect),
    (text) => text.replace(escapedMark, (_, mark) => protect(mark)),
    (text) => replaceLinks(replaceImages(text, link), link),
    (text) => text.replace(webAddress, protect),
    dropRules,
    (text) => replaceHeadings(text, (title) => bold + withoutBold(title) + bold),
    replaceBullets,
    (text) => text.replace(/\*\*\*(?=\S)([^\n*]*[^\s*])\*\*\*/g, `${bold}_$1_${bold}`),
    (text) => replaceMarked(text, { mark: '**' }, makeBold),
    (text) => replaceMarked(text, underscores, makeBold),
    (text) => replaceMarked(text, single('*'), (inner) => `_${inner}_`),
    (text) => replaceMarked(text, { mark: '~~' }, (inner) => `~${inner}~`),
    (text) => trimLineEnds(text).replace(/\n{3,}/g, '\n\n'),
    (text) => text.replaceAll(bold, '*').trim(),
  ];
  return restore(steps.reduce((text, step) => step(text), markdown));
}

const makeBold = (inner: string) => bold + inner + bold;

function withoutBold(title: string): string {
  return title.replace(/\*\*|__/g, '');
}

function link(name: string, url: string): string {
  return name && name !== url ? `${name}: ${url}` : url;
}
