import type { Block, HiddenText } from './document.ts';

type Clean = { text: string; hidden: HiddenText[] };

/** Unicode's tags: a whole alphabet that no screen shows, and every model reads. */
const tags = /[\u{E0000}-\u{E007F}]+/gu;
/** Zero-width, direction marks, fillers and controls, but not what joins letters in Persian or in emoji. */
const unseen = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\u115f\u1160\u2800]/gu;
const ligatures: Record<string, string> = {
  '\ufb00': 'ff',
  '\ufb01': 'fi',
  '\ufb02': 'fl',
  '\ufb03': 'ffi',
  '\ufb04': 'ffl',
  '\ufb05': 'ft',
  '\ufb06': 'st',
};

/** One line: without what a reader would not see, single spaces. */
export function cleanText(text: string): string {
  return dropUnseen(text).replace(/\s+/g, ' ').trim();
}

export function dropUnseen(text: string): string {
  return text
    .replace(tags, '')
    .replace(unseen, '')
    .replace(/[\ufb00-\ufb06]/g, (letter) => ligatures[letter] ?? letter);
}

/** Sets apart what is written in Unicode's tags. */
export function setTagsApart(text: string): Clean {
  const hidden: HiddenText[] = [];
  for (const [run] of text.matchAll(tags)) {
    const read = Array.from(run, (tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) & 0x7f));
    const words = cleanText(read.join(''));
    // Flags of regions are a few tags behind a black flag.
    if (words.length > 6) hidden.push({ text: words, why: 'invisible' });
  }
  return { text: dropUnseen(text), hidden };
}

const question = /^(?:q|question|frage|pregunta)\s*[:.]\s*(.+)$/i;
const answer = /^(?:a|answer|antwort|respuesta|r)\s*[:.]\s*(.+)$/i;
const item = /^\s*(?:[-*\u2022\u2023\u25e6\u2043\u00b7]|\d{1,3}[.)])\s+/;

/** Paragraphs are parted by blank lines, items of lists by their marks. */
export function readPlain(text: string): Clean & { blocks: Block[] } {
  const clean = setTagsApart(text);
  const paragraphs = clean.text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/);
  return { ...clean, blocks: joinPairs(paragraphs.flatMap(readParagraph)) };
}

const maxTitleLength = 60;

/** A short line without a full stop, above a sentence of its own. */
function isTitle(line: string, next: string): boolean {
  const isShort = line.length <= maxTitleLength && !/[.!?:;,]$/.test(line);
  return isShort && startsAnew.test(line) && startsAnew.test(next) && /[.!?](?:\s|$)/.test(next);
}

const startsAnew = /^[\p{Lu}\p{Lo}]/u;

function readParagraph(paragraph: string): Block[] {
  const blocks: Block[] = [];
  const [first = '', ...others] = paragraph.split('\n').filter((line) => line.trim() !== '');
  const isTitled = isTitle(cleanText(first), cleanText(others.join(' ')));
  if (isTitled) blocks.push({ kind: 'heading', level: 2, text: cleanText(first) });
  for (const line of isTitled ? others : [first, ...others]) {
    const text = cleanText(line);
    if (text === '') continue;
    const starts = item.test(line) || question.test(text) || answer.test(text);
    const last = blocks.at(-1);
    if (last && last.kind !== 'heading' && !starts) last.text += ` ${text}`;
    else blocks.push({ kind: item.test(line) ? 'list' : 'text', text });
  }
  return blocks;
}

/** "Q: …" followed by "A: …" */
function joinPairs(blocks: Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const asked = question.exec(joined.at(-1)?.text ?? '')?.[1];
    const answered = answer.exec(block.text)?.[1];
    if (asked && answered) joined.splice(-1, 1, writePair(asked, answered));
    else joined.push(block);
  }
  return joined;
}

/** What an expert was given as a question with its answer. */
export function writePair(asked: string, answered: string): Block {
  return { kind: 'pair', text: `Question: ${asked.trim()}\nAnswer: ${answered.trim()}` };
}

/** @param text as `writePair` wrote it. */
export function readPair(text: string): { question: string; answer: string } {
  const [asked = '', ...answered] = text.replace(/^Question: /, '').split(/\nAnswer: /);
  return { question: asked, answer: answered.join('\nAnswer: ') };
}

/** A row of a table as one line that can be understood alone. */
export function writeRow(headers: string[], values: string[]): string {
  const cells = values.map((value, index) => {
    const name = headers[index]?.replace(/:$/, '') ?? '';
    return value === '' ? '' : name === '' ? value : `${name}: ${value}`;
  });
  return cells.filter((cell) => cell !== '').join('; ');
}
