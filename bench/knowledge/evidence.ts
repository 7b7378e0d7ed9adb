import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkEvidence } from '#server/experts/knowledge/evidence/check-evidence.ts';
import type { GivenPiece } from '#server/experts/knowledge/evidence/given-piece.ts';
import { readTrailer } from '#server/experts/knowledge/evidence/read-trailer.ts';
import type { Result } from '../statistics.ts';
import { disguises } from './disguises.ts';
import { createRandom } from './random.ts';

/** 240 passages of the World Factbook, which is in the public domain; a passage a line. */
const ownTexts = join(import.meta.dirname, 'texts/factbook.txt');
const forgeries = 1_000;
const wrongAnswers = 1_000;
/** About 5,000 tokens. */
const givenAtOnce = 30;
const minSentence = 30;
const seed = 20_261_128;

type Passage = { piece: GivenPiece; sentences: string[] };

/** @param files of other texts, a passage a line. */
export function benchEvidence(files: string[]): Result[] {
  const paths = files.length > 0 ? files : [ownTexts];
  return paths.flatMap((path) => {
    const passages = readPassages(path);
    const bench = `evidence, ${path.split('/').at(-1)}`;
    return [
      ...measureForgeries(passages),
      ...measureDisguises(passages),
      ...measureWrongFigures(passages),
    ].map((result) => ({ bench, ...result }));
  });
}

function readPassages(path: string): Passage[] {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((text, index) => ({
    piece: {
      number: index + 1,
      sourceId: 'texts',
      title: 'Texts',
      page: null,
      heading: null,
      text,
      validFrom: null,
      validUntil: null,
      isQuotable: true,
    },
    sentences: text
      .split(/(?<=[\p{Ll}\d)][.!?]) (?=\p{Lu})/u)
      .filter((sentence) => sentence.length >= minSentence),
  }));
}

type Row = Omit<Result, 'bench'>;

function isSupported(text: string, quotes: [number: number, words: string][], given: GivenPiece[]) {
  const trailer = quotes.map(([number, words]) => `${number}: "${words}"`).join('\n');
  const reply = readTrailer(`${text}\n[[sources]]\n${trailer}`);
  return checkEvidence({ ...reply, given, question: '', siteHosts: [] }).outcome === 'supported';
}

/** Each true sentence is changed in one way, and written in one of the disguises. */
function measureForgeries(passages: Passage[]): Row[] {
  const random = createRandom(seed);
  const pick = <T>(list: T[]) => list[random(list.length)] as T;
  const ways = Object.values(disguises);
  const given = passages.map(({ piece }) => piece);
  const forge: Record<string, (sentence: string) => string> = {
    'changed figures': (sentence) => changeFigure(sentence, random),
    negations: (sentence) => negate(sentence),
    'words from elsewhere': (sentence) => {
      const other = pick(pick(passages).sentences);
      return other === sentence ? sentence : other;
    },
  };
  return Object.entries(forge).map(([measure, change], nth) => {
    const wanted = Math.ceil((forgeries - nth) / 3);
    let [tried, accepted] = [0, 0];
    for (let round = 0; tried < wanted && round < 100 * wanted; round++) {
      const { piece, sentences } = pick(passages);
      const sentence = pick(sentences);
      if (sentence === undefined) continue;
      const forged = change(sentence);
      if (piece.text.includes(forged)) continue;
      tried += 1;
      const [disguise] = pick(ways);
      if (isSupported('Yes.', [[piece.number, disguise(forged)]], given)) accepted += 1;
    }
    return {
      measure: `forged quotes accepted of ${tried}: ${measure}`,
      value: accepted,
      unit: 'quotes',
      promise: '0',
    };
  });
}

function changeFigure(sentence: string, random: (below: number) => number): string {
  const digits = [...sentence.matchAll(/\d/g)];
  const { index, 0: digit } = digits[random(digits.length || 1)] ?? { index: 0, 0: '' };
  if (digit === '') return sentence;
  const other = (Number(digit) + 1 + random(9)) % 10;
  return sentence.slice(0, index) + other + sentence.slice(index + 1);
}

const verb = /\b(is|are|was|were|has|have|had|can|will|could|would|did|does)\b(?! not)/;

function negate(sentence: string): string {
  if (/ not /.test(sentence)) return sentence.replace(' not ', ' ');
  return sentence.replace(verb, '$1 not');
}

function measureDisguises(passages: Passage[]): Row[] {
  return Object.entries(disguises).map(([name, [quote, change]]) => {
    const judged = passages.flatMap(({ piece, sentences }) => {
      const given = [{ ...piece, text: change(piece.text) }];
      return sentences.map((words) => isSupported('Yes.', [[piece.number, quote(words)]], given));
    });
    const refused = judged.filter((isRight) => !isRight).length;
    const measure = `true quotes refused of ${judged.length}: ${name}`;
    return { measure, value: (100 * refused) / judged.length, unit: '%', promise: '≤ 0.1 %' };
  });
}

const figure = /(?<![\d.,])\d+(?:[.,]\d+)*(?![\d])/g;

/** The answer is a true sentence with one figure exchanged for another of what is given, and quotes the sentence as it stands. */
function measureWrongFigures(passages: Passage[]): Row[] {
  const random = createRandom(seed + 1);
  const pick = <T>(list: T[]) => list[random(list.length)] as T;
  const withFigures = passages.flatMap(({ piece, sentences }) =>
    sentences.filter((one) => one.match(figure)).map((sentence) => ({ piece, sentence })),
  );
  let [sent, sentOfPiece, refused] = [0, 0, 0];
  for (let nth = 0; nth < wrongAnswers; nth++) {
    const { piece, sentence } = pick(withFigures);
    const own = piece.text.match(figure) ?? [];
    const judge = (figures: string[]) =>
      isSupported(exchange(sentence, figures, random), [[piece.number, sentence]], [piece]);
    if (judge(listNearby(passages, piece))) sent += 1;
    if (judge(own)) sentOfPiece += 1;
    if (
      !isSupported(`Sure: ${rewrite(sentence)} Ask me more.`, [[piece.number, sentence]], [piece])
    )
      refused += 1;
  }
  const percent = (count: number) => (100 * count) / wrongAnswers;
  const of = `of ${wrongAnswers}`;
  return [
    {
      measure: `wrong figure of the same knowledge sent ${of}`,
      value: percent(sent),
      unit: '%',
      promise: '≤ 5 %',
    },
    {
      measure: `wrong figure of the same piece sent ${of}`,
      value: percent(sentOfPiece),
      unit: '%',
    },
    { measure: `right figure in another form refused ${of}`, value: percent(refused), unit: '%' },
  ];
}

/** The figures of as many passages as a turn is given. */
function listNearby(passages: Passage[], { number }: GivenPiece): string[] {
  const start = Math.max(0, Math.min(number - givenAtOnce / 2, passages.length - givenAtOnce));
  const nearby = passages.slice(start, start + givenAtOnce);
  return nearby.flatMap(({ piece }) => piece.text.match(figure) ?? []);
}

function exchange(sentence: string, figures: string[], random: (below: number) => number): string {
  const places = [...sentence.matchAll(figure)];
  const { 0: right, index } = places[random(places.length)] as RegExpExecArray;
  const others = figures.filter((other) => other !== right);
  const wrong = others[random(others.length || 1)] ?? `${Number.parseInt(right, 10) + 1}`;
  return sentence.slice(0, index) + wrong + sentence.slice(index + right.length);
}

const words = 'zero . two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Without marks of thousands, small numbers in words, percent in a word. */
function rewrite(sentence: string): string {
  return sentence
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/(?<=\d)%/g, ' percent')
    .replace(
      /(?<= )\d{1,2}(?= [a-z])/g,
      (number) => words[Number(number)]?.replace('.', '1') ?? number,
    );
}
