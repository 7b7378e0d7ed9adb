import type { Block, ReadDocument } from '../document.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { splitSentences } from './sentences.ts';

/** What can be found and quoted: some sentences or rows, under their headings. */
export type Piece = { page: number; heading: string | null; text: string };

const minTokens = 120;
const maxTokens = 180;
/** What has no sentences, such as a listing of numbers, is cut at spaces all the same. */
const maxUnitTokens = 600;
const maxHeadingLength = 200;

/** `join`: what stands before it in its piece. */
type Unit = { page: number; text: string; join: ' ' | '\n'; isWhole: boolean };

/**
 * Never cuts a sentence, a row of a table, or a question from its answer. The same document gives the same pieces.
 */
export function splitIntoPieces(document: ReadDocument): Piece[] {
  const packer = new Packer();
  for (const { number, blocks } of document.pages) {
    for (const block of blocks) packer.add(number, block);
  }
  return packer.finish();
}

class Packer {
  readonly #pieces: Piece[] = [];
  #units: Unit[] = [];
  #tokens = 0;
  #headings: { level: number; text: string }[] = [];
  /** A heading with nothing under it may be a fact of its own. */
  #isBareHeading = false;

  add(page: number, block: Block): void {
    if (block.kind === 'heading') this.#addHeading(page, block);
    else for (const unit of toUnits(page, block)) this.#addUnit(unit);
  }

  finish(): Piece[] {
    this.#keepBareHeading();
    this.#close();
    return this.#pieces;
  }

  #addHeading(page: number, { level = 1, text }: Block): void {
    this.#close();
    if (this.#isBareHeading && level <= (this.#headings.at(-1)?.level ?? 0))
      this.#keepBareHeading();
    this.#headings = [...this.#headings.filter((each) => each.level < level), { level, text }];
    this.#isBareHeading = true;
    this.#page = page;
  }

  #page = 1;

  #keepBareHeading(): void {
    const heading = this.#headings.at(-1);
    if (!this.#isBareHeading || !heading) return;
    this.#headings.pop();
    this.#addUnit({ page: this.#page, text: heading.text, join: '\n', isWhole: false });
    this.#close();
  }

  #addUnit(unit: Unit): void {
    this.#isBareHeading = false;
    const tokens = estimateTokens(unit.text);
    const before = this.#units.at(-1);
    const isFull = this.#tokens + tokens > maxTokens;
    const isNewBlock = unit.join === '\n' && this.#tokens >= minTokens;
    const isElsewhere = before && before.page !== unit.page && !isContinued(before, unit);
    if (isFull || isNewBlock || isElsewhere || unit.isWhole || before?.isWhole) this.#close();
    this.#units.push(unit);
    this.#tokens += tokens;
  }

  #close(): void {
    const [first] = this.#units;
    if (first) {
      const text = this.#units.reduce(
        (all, { join, text }) => (all ? all + join + text : text),
        '',
      );
      this.#pieces.push({ page: first.page, heading: this.#headingPath(), text });
    }
    this.#units = [];
    this.#tokens = 0;
  }

  #headingPath(): string | null {
    if (this.#headings.length === 0) return null;
    const path = this.#headings.map(({ text }) => text).join(' > ');
    return path.length > maxHeadingLength ? path.slice(-maxHeadingLength) : path;
  }
}

/** A sentence that goes on upon the next page. */
function isContinued(before: Unit, unit: Unit): boolean {
  return !/[.!?:]["')]?$/.test(before.text) && /^\p{Ll}/u.test(unit.text);
}

function toUnits(page: number, { kind, text }: Block): Unit[] {
  const unit = (part: string, index: number, join: Unit['join']): Unit => ({
    ...{ page, text: part, join: index === 0 ? '\n' : join, isWhole: kind === 'pair' },
  });
  if (kind === 'pair') return [unit(text, 0, '\n')];
  if (kind === 'table') return cutLong(text.split('\n')).map((row, at) => unit(row, at, '\n'));
  return cutLong(splitSentences(text)).map((sentence, at) => unit(sentence, at, ' '));
}

function cutLong(parts: string[]): string[] {
  return parts.flatMap((part) => {
    const cuts: string[] = [];
    let rest = part;
    while (estimateTokens(rest) > maxUnitTokens) {
      const end = findCut(rest);
      cuts.push(rest.slice(0, end).trim());
      rest = rest.slice(end).trim();
    }
    return rest === '' ? cuts : [...cuts, rest];
  });
}

function findCut(text: string): number {
  const limit = Math.floor((maxUnitTokens * text.length) / estimateTokens(text));
  const space = text.lastIndexOf(' ', limit);
  if (space > limit / 2) return space;
  return /[\ud800-\udbff]/.test(text[limit - 1] ?? '') ? limit - 1 : limit;
}
