import type { Block, HiddenReason, HiddenText } from '../document.ts';
import { cleanText, setTagsApart, writeRow } from '../plain.ts';

const blockNames = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'caption', 'dd', 'details', 'div', 'dl'],
  ...['dt', 'fieldset', 'figcaption', 'figure', 'footer', 'form', 'header', 'hr', 'li', 'main'],
  ...['ol', 'p', 'pre', 'section', 'summary', 'table', 'ul'],
]);
const heading = /^h([1-6])$/;
type Table = { rows: string[][]; hasHead: boolean };

/** Puts what a page says together, in its order. */
export class BlockWriter {
  readonly blocks: Block[] = [];
  readonly hidden: HiddenText[] = [];
  #text = '';
  #items = 0;
  /** Only the outermost: tables within tables lay out a page. */
  #tables: Table[] = [];

  add(text: string): void {
    this.#text += text;
  }

  hide(text: string, why: HiddenReason): void {
    const words = cleanText(text);
    if (/[\p{L}\p{N}]/u.test(words)) this.hidden.push({ text: words, why });
  }

  open(name: string): void {
    if (name === 'br') this.#text += '\n';
    if (heading.test(name) || blockNames.has(name)) this.#begin();
    if (name === 'li' || name === 'dt') this.#items++;
    if (name === 'table') this.#tables.push({ rows: [], hasHead: false });
    const table = this.#tables.at(-1);
    if (name === 'tr') table?.rows.push([]);
    if ((name === 'td' || name === 'th') && table) {
      this.#text = '';
      if (name === 'th' && table.rows.length === 1) table.hasHead = true;
    }
  }

  close(name: string): void {
    const [, level] = heading.exec(name) ?? [];
    if (name === 'td' || name === 'th') this.#endCell();
    else if (name === 'table') this.#endTable();
    else if (level) this.endBlock({ kind: 'heading', level: Number(level) });
    else if (blockNames.has(name)) this.endBlock();
    if (name === 'li' || name === 'dt') this.#items--;
  }

  #begin(): void {
    if (this.#tables.length === 0) this.endBlock();
    else this.#text += ' ';
  }

  endBlock(as: Pick<Block, 'kind' | 'level'> = { kind: this.#items > 0 ? 'list' : 'text' }): void {
    if (this.#tables.length > 0) return;
    const { text, hidden } = setTagsApart(this.#text);
    this.hidden.push(...hidden);
    this.#text = '';
    const read = cleanText(text);
    if (read !== '') this.blocks.push({ ...as, text: read });
  }

  #endCell(): void {
    const { text, hidden } = setTagsApart(this.#text);
    this.hidden.push(...hidden);
    this.#tables.at(-1)?.rows.at(-1)?.push(cleanText(text));
    this.#text = '';
  }

  #endTable(): void {
    const { rows, hasHead } = this.#tables.pop() ?? { rows: [], hasHead: false };
    const [head = [], ...body] = rows.filter((row) => row.some((cell) => cell !== ''));
    const lines =
      hasHead && body.length > 0
        ? body.map((row) => writeRow(head, row))
        : [head, ...body].map((row) => writeRow([], row));
    const text = lines.filter((line) => line !== '').join('\n');
    if (this.#tables.length > 0) this.#text += ` ${text.replaceAll('\n', '. ')}`;
    else if (text !== '') this.blocks.push({ kind: 'table', text });
  }
}
