import { isQuoteLine, readTrailerLines, type SaidQuote } from './trailer-lines.ts';

/** Of a trailer, why it can't be read. */
export type TrailerFlaw = 'empty' | 'mixed' | 'unreadable' | 'cut' | 'repeated' | 'unmarked';

export type Trailer =
  | { kind: 'quotes'; quotes: SaidQuote[] }
  /** The pieces don't say it. */
  | { kind: 'none' }
  /** Hello and thanks. */
  | { kind: 'talk' }
  | { kind: 'missing' }
  | { kind: 'broken'; why: TrailerFlaw };

const brackets = { open: '[\\[\\u3010\\uff3b]', close: '[\\]\\u3011\\uff3d]' };
const word = `${brackets.open}{2} {0,3}sources {0,3}:? {0,3}${brackets.close}{2}`;
/** Alone in its line, or at the end of the answer's last one with the trailer behind it. */
const markerLine = new RegExp(`^[ \\t>*_\`#-]{0,12}${word}[ \\t*_\`:.]{0,12}$`, 'gim');
const markerInLine = new RegExp(
  `${word}[*_\`]{0,3} {0,3}:?(?=\\s{0,4}(?:["'\`*]{0,3}(?:none|talk)\\b["'\`*.]{0,4}\\s*$|[*_\`\\[(]{0,4}\\d{1,9}[\\])]?[*_\`]{0,3}\\s?[:.)]))`,
  'gi',
);
const anyMarker = new RegExp(
  `(?<!${brackets.open})${brackets.open}{2,} {0,3}(sources?) {0,3}:? {0,3}${brackets.close}{2,}`,
  'gi',
);
const wholeMarker = '[[sources]]';

/**
 * Cuts off what the model says of its sources. Everything behind the first marker is cut, so no part of a trailer reaches
 * a person; a second marker that says something else (a person's words, or a piece's) makes the trailer unreadable.
 */
export function readTrailer(reply: string): { text: string; trailer: Trailer } {
  const text = reply.replace(/\r\n?/g, '\n');
  const markers = findMarkers(text);
  const [first] = markers;
  if (!first) return readUnmarked(text);
  const bodies = markers.map(({ end }, index) => text.slice(end, markers[index + 1]?.start));
  const trailers = bodies.map(readTrailerLines);
  const [trailer = { kind: 'missing' }] = trailers;
  const isOne = trailers.every((other) => JSON.stringify(other) === JSON.stringify(trailer));
  return {
    text: cleanEnd(text.slice(0, first.start)),
    trailer: isOne ? trailer : { kind: 'broken', why: 'repeated' },
  };
}

function findMarkers(text: string): { start: number; end: number }[] {
  const found = [...text.matchAll(markerLine), ...text.matchAll(markerInLine)].map(
    ({ 0: marker, index }) => ({ start: index, end: index + marker.length }),
  );
  const inOrder = found.sort((one, other) => one.start - other.start);
  return inOrder.filter(({ start }, index) => start >= (inOrder[index - 1]?.end ?? 0));
}

/** Without a marker: a half one where the limit cut the reply, or lines of quotes alone. */
function readUnmarked(reply: string): { text: string; trailer: Trailer } {
  const whole = dropHalfMarker(reply);
  if (whole !== reply.trimEnd()) {
    return { text: cleanEnd(whole), trailer: { kind: 'broken', why: 'cut' } };
  }
  const lines = whole.split('\n');
  const last = lines.findLastIndex((line) => line.trim() !== '' && !isQuoteLine(line));
  if (last === lines.length - 1) return { text: cleanEnd(whole), trailer: { kind: 'missing' } };
  const text = cleanEnd(lines.slice(0, last + 1).join('\n'));
  return { text, trailer: { kind: 'broken', why: 'unmarked' } };
}

/** "…at six.\n[[sou" */
function dropHalfMarker(reply: string): string {
  const ended = reply.trimEnd();
  const at = ended.lastIndexOf('[[') === -1 ? ended.length - 1 : ended.lastIndexOf('[[');
  const end = ended
    .slice(at)
    .toLowerCase()
    .replace(/[*_`]+$/, '');
  const isHalf = end.length < wholeMarker.length && wholeMarker.startsWith(end) && end !== '';
  return isHalf
    ? ended
        .slice(0, at)
        .replace(/[ \t>*_`#]{1,12}$/, '')
        .trimEnd()
    : ended;
}

const leadsOn =
  /^\s{0,9}(?:[`~]{3,}\w{0,20}|[-*_=]{3,}|[*_#>\s]{0,9}sources?:?[*_\s]{0,9})\s{0,9}$/i;
const fence = /^\s{0,9}[`~]{3}/;

/** Drops what led to the trailer: a rule, an opened code fence, a heading; markers in the text lose their brackets. */
function cleanEnd(text: string): string {
  let lines = text.split('\n');
  let isOpen = lines.filter((line) => fence.test(line)).length % 2 === 1;
  for (let line = lines.at(-1); line !== undefined; line = lines.at(-1)) {
    const isFence = fence.test(line);
    // The end of a block of code stays.
    if (line.trim() !== '' && !(leadsOn.test(line) && (!isFence || isOpen))) break;
    if (isFence) isOpen = false;
    lines.pop();
  }
  if (isOpen && fence.test(lines[0] ?? '')) lines = lines.slice(1);
  return lines.join('\n').replace(anyMarker, '$1').trim();
}
