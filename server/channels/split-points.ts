/** Where a text may be split, best first. Each finds the last place in (after, upTo], or 0. */
type Range = { after: number; upTo: number };
type FindPoint = (text: string, range: Range) => number;

const words = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** So that the segmenter sees what follows. */
const lookahead = 2;
/** How far back a sentence is looked for: most end within it. */
const sentenceReach = 400;
/** No word or character of a language is longer. */
const lookback = 100;
/** Of places that the caller refuses. */
const maxTries = 5;

const findParagraph: FindPoint = (text, range) =>
  findLast(text, '\n\n', range, (at) => !endsWithMarker(text, at) && !endsWithHeading(text, at));

const findLine: FindPoint = (text, range) =>
  findLast(text, '\n', range, (at) => !endsWithMarker(text, at));

/** A full stop needs a space behind it; 。 and । do not. */
const sentenceEnd =
  /(?:[.!?…]|(?![ -~])\p{Sentence_Terminal})[\p{Pe}\p{Pf}"'*_~`]*(?:(?=\s)|(?<![ -~…\p{Pf}]))/gu;

const findSentence: FindPoint = (text, range) =>
  findSentenceAfter(text, {
    ...range,
    after: Math.max(range.after, range.upTo - sentenceReach),
  }) || findSentenceAfter(text, range);

const findSentenceAfter: FindPoint = (text, { after, upTo }) => {
  const searched = text.slice(after, upTo + 1);
  // Without a space or a letter of another script there is none.
  if (!/[^!-~]/.test(searched)) return 0;
  const ends = searched.matchAll(sentenceEnd);
  const places = [...ends].map(({ index, 0: end }) => after + index + end.length);
  return places.findLast((at) => at > after && at <= upTo && isSentenceEnd(text, at)) ?? 0;
};

const isAscii = (text: string) => /^[ -~\n]*$/.test(text);

const findWord: FindPoint = (text, range) => {
  const space = findLast(text, ' ', range, (at) => !endsWithMarker(text, at));
  // Only scripts without spaces have words in between.
  if (space || isAscii(text.slice(Math.max(0, range.upTo - lookback), range.upTo))) return space;
  return findBoundary(words, text, range, (at) => maySplitWords(text, at));
};

const findGrapheme: FindPoint = (text, range) =>
  isAscii(text.slice(range.upTo - 1, range.upTo + 1))
    ? range.upTo
    : findBoundary(graphemes, text, range, () => true);

const points = [findParagraph, findLine, findSentence, findWord, findGrapheme];

/** @param isAllowed refuses places that only the caller knows to be wrong. */
export function findSplit(
  whole: string,
  { from, upTo: end }: { from: number; upTo: number },
  isAllowed: (at: number) => boolean,
): number {
  const room = end - from;
  // As far as an address of a text's length may reach.
  const text = whole.slice(from, end + room + 1);
  const upTo = keepAddressWhole(text, room);
  const half = Math.floor(room / 2);
  const after = upTo < room ? Math.min(half, upTo - 1) : half;
  for (const find of points) {
    let at = find(text, { after, upTo });
    for (let tries = 0; at > after && !isAllowed(from + at); tries++) {
      at = tries === maxTries ? 0 : find(text, { after, upTo: at - 1 });
    }
    if (at > after) return from + at;
  }
  // One character of more marks than a text holds.
  return /[\udc00-\udfff]/.test(text[upTo] ?? '') ? end - 1 : from + upTo;
}

function findLast(
  text: string,
  mark: string,
  { after, upTo }: Range,
  isGood: (at: number) => boolean = () => true,
): number {
  let at = text.lastIndexOf(mark, upTo);
  while (at > after && !isGood(at)) at = text.lastIndexOf(mark, at - 1);
  return at > after ? at : 0;
}

function findBoundary(
  segmenter: Intl.Segmenter,
  text: string,
  { after, upTo }: Range,
  isGood: (at: number) => boolean,
): number {
  let start = Math.max(0, upTo - lookback);
  // Flags are pairs, so a run of them is read from its beginning.
  while (start > 0 && isFlagUnit(text.charCodeAt(start))) start--;
  let last = 0;
  for (const { index } of segmenter.segment(text.slice(start, upTo + lookahead))) {
    const at = start + index;
    if (index > 0 && at > after && at <= upTo && isGood(at)) last = at;
  }
  return last;
}

const isFlagUnit = (code: number) => code === 0xd83c || (code >= 0xdde6 && code <= 0xddff);

/** "39." and "-" belong to what follows. */
function endsWithMarker(text: string, at: number): boolean {
  return /(?:^|\n|[.!?:;][ \t])[ \t>]*(?:\d{1,9}[.)]|[-*•]|#{1,6})[ \t]*$/.test(
    text.slice(Math.max(0, at - 40), at),
  );
}

/** A short line alone, without the end of a sentence, belongs to what follows. */
function endsWithHeading(text: string, at: number): boolean {
  return /\n\n[^\n]{1,80}(?<![.!?…:;,]|(?![ -~])\p{Sentence_Terminal})$/u.test(
    text.slice(Math.max(0, at - 90), at),
  );
}

const abbreviation =
  /(?:^|[\s("'\p{Pi}])(?:\p{Lu}|[Dd]r|[Mm]rs?|[Mm]s|[Pp]rof|[Ss]t|[Ss]r|[Jj]r|[Nn]o|[Nn]r|[Vv]s|[Ee]tc|[Aa]pprox|[Ff]igs?|[Ee]st|[Cc]f|[Cc]a|[Ii]nc|[Ll]td|[Cc]o|[Vv]ol|[Pp]p|[Ss]ec|[Mm]in|(?:\p{L}\.)+\p{L}|z\.B|d\.h|bzw|usw|Sra|Ud)\.$/u;

function isSentenceEnd(text: string, at: number): boolean {
  if (endsWithMarker(text, at)) return false;
  const before = text.slice(Math.max(0, at - 40), at);
  if (!before.endsWith('.')) return true;
  return !abbreviation.test(before) && !/^\s+\p{Ll}/u.test(text.slice(at, at + 10));
}

/** In scripts without spaces. Closing marks stay with what they close. */
function maySplitWords(text: string, at: number): boolean {
  const [before = '', next = ''] = [text.slice(at - 2, at), text.slice(at, at + 2)];
  return !/^[\p{Pe}\p{Pf}\p{Po}\p{M}ー々]/u.test(next) && !/[\p{Ps}\p{Pi}]$/u.test(before);
}

/** Moves before an address that the limit would tear apart, unless it fills a text by itself. */
function keepAddressWhole(text: string, upTo: number): number {
  const start = Math.max(
    text.lastIndexOf('http://', upTo),
    text.lastIndexOf('https://', upTo),
    text.lastIndexOf('www.', upTo),
  );
  if (start <= 0) return upTo;
  const length = /^\S+/.exec(text.slice(start, start + upTo + 1))?.[0].length ?? 0;
  const isTorn = start + length > upTo && length <= upTo;
  return isTorn ? start : upTo;
}
