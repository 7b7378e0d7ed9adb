import type { Block, HiddenReason, ReadPage } from '../document.ts';
import { onePage } from '../pages.ts';
import { cleanText, setTagsApart, writeRow } from '../plain.ts';
import {
  addToLook,
  findLevel,
  findReason,
  type Look,
  listStyles,
  readShade,
  type Styles,
} from './styles.ts';
import type { Attributes, XmlEvents } from './xml.ts';

/** Earlier versions of the text and its looks, codes of fields, and what only older programs show. */
const skipped = new Set([
  ...['w:del', 'w:moveFrom', 'w:delText', 'w:instrText', 'w:delInstrText', 'mc:Fallback'],
  ...['w:rPrChange', 'w:pPrChange', 'w:tblPrChange', 'w:tcPrChange', 'w:trPrChange'],
]);

type Paragraph = {
  text: string;
  hidden: { text: string; why: HiddenReason }[];
  style: string | undefined;
  look: Look;
  level: number | null;
  isItem: boolean;
};
type Run = { look: Look; style: string | undefined };
type Table = { rows: string[][]; cell: string[]; isShaded: boolean; shade: string };

const newParagraph = (): Paragraph => ({
  ...{ text: '', hidden: [], style: undefined, look: {}, level: null, isItem: false },
});

/** Follows one part of a Word document. Tables, text boxes and notes lie within each other. */
export class PartReader implements XmlEvents {
  readonly pages: ReadPage[] = onePage([], []);
  readonly #styles: Styles;
  readonly #isPaged: boolean;
  #open: string[] = [];
  #skipDepth = 0;
  #paragraphs: Paragraph[] = [];
  #tables: Table[] = [];
  /** A text box stands within a run, and has runs. */
  #runs: Run[] = [];
  #boxes: { hasFill: boolean }[] = [];
  #paper = 'FFFFFF';

  constructor(styles: Styles, isPaged: boolean) {
    this.#styles = styles;
    this.#isPaged = isPaged;
  }

  open(name: string, attributes: Attributes): void {
    const parent = this.#open.at(-1) ?? '';
    this.#open.push(name);
    if (this.#skipDepth > 0 || skipped.has(name)) this.#skipDepth++;
    else this.#enter(name, attributes, parent);
  }

  close(name: string): void {
    this.#open.pop();
    if (this.#skipDepth > 0) this.#skipDepth--;
    else leaving[name as keyof typeof leaving]?.(this);
  }

  text(text: string): void {
    if (this.#skipDepth === 0 && this.#open.at(-1) === 'w:t') this.add(text);
  }

  #enter(name: string, attributes: Attributes, parent: string): void {
    entering[name as keyof typeof entering]?.(this, attributes);
    const paragraph = this.#paragraphs.at(-1);
    // A paragraph has such properties too, for its mark alone.
    const run = this.#open.at(-3) === 'w:r' ? this.#runs.at(-1) : undefined;
    if (parent === 'w:rPr' && run) addToLook(run.look, name, attributes);
    if (parent === 'w:pPr' && name === 'w:shd' && paragraph)
      paragraph.look.shade = readShade(attributes);
    if (parent === 'w:tcPr' && name === 'w:shd') this.#shadeCell(readShade(attributes));
    if (/^(?:a:solidFill|a:gradFill|a:blipFill|a:pattFill)$/.test(name) && parent === 'wps:spPr')
      this.#fillBox();
  }

  add(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (!paragraph) return;
    const why = this.#findReason(paragraph);
    const last = paragraph.hidden.at(-1);
    if (!why) paragraph.text += text;
    else if (last?.why === why) last.text += text;
    else paragraph.hidden.push({ text, why });
  }

  #findReason(paragraph: Paragraph): HiddenReason | null {
    const run = this.#runs.at(-1);
    const looks = [
      run?.look ?? {},
      ...listStyles(this.#styles, run?.style).map(({ look }) => look),
      paragraph.look,
      ...listStyles(this.#styles, paragraph.style).map(({ look }) => look),
    ];
    return findReason(looks, this.#findPaper());
  }

  /** Null under a style of tables that shades some rows, and in a box with a filling. */
  #findPaper(): string | null {
    if (this.#boxes.some(({ hasFill }) => hasFill)) return null;
    const table = this.#tables.at(-1);
    if (!table) return this.#paper;
    if (table.shade !== 'AUTO') return table.shade;
    return table.isShaded ? null : this.#paper;
  }

  beginParagraph(): void {
    this.#paragraphs.push(newParagraph());
  }

  styleParagraph(style: string | undefined): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph) Object.assign(paragraph, { style, level: findLevel(this.#styles, style) });
  }

  markItem(): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph) paragraph.isItem = true;
  }

  endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (!paragraph) return;
    const { text, hidden } = setTagsApart(paragraph.text);
    const page = this.pages.at(-1) as ReadPage;
    page.hidden.push(...hidden, ...paragraph.hidden.filter((each) => cleanText(each.text) !== ''));
    const read = cleanText(text);
    if (read === '') return;
    const table = this.#tables.at(-1);
    if (table && this.#boxes.length === 0) table.cell.push(read);
    else page.blocks.push(toBlock(paragraph, read));
  }

  beginRun(): void {
    this.#runs.push({ look: {}, style: undefined });
  }

  endRun(): void {
    this.#runs.pop();
  }

  styleRun(style: string | undefined): void {
    const run = this.#runs.at(-1);
    if (run) run.style = style;
  }

  beginBox(hasFill: boolean): void {
    this.#boxes.push({ hasFill });
  }

  #fillBox(): void {
    const box = this.#boxes.at(-1);
    if (box) box.hasFill = true;
  }

  endBox(): void {
    this.#boxes.pop();
  }

  beginTable(): void {
    this.#tables.push({ rows: [], cell: [], isShaded: false, shade: 'AUTO' });
  }

  styleTable(style: string | undefined): void {
    const table = this.#tables.at(-1);
    const styles = listStyles(this.#styles, style);
    if (table) table.isShaded = styles.some(({ isShadedTable }) => isShadedTable);
  }

  #shadeCell(shade: string): void {
    const table = this.#tables.at(-1);
    if (table) table.shade = shade;
  }

  beginRow(): void {
    this.#tables.at(-1)?.rows.push([]);
  }

  endCell(): void {
    const table = this.#tables.at(-1);
    table?.rows.at(-1)?.push(table.cell.join(' '));
    if (table) Object.assign(table, { cell: [], shade: 'AUTO' });
  }

  /** A table within a cell becomes that cell's text. */
  endTable(): void {
    const table = this.#tables.pop();
    const text = table ? writeTable(table.rows) : '';
    const outer = this.#tables.at(-1);
    if (text === '') return;
    if (outer) outer.cell.push(text.replaceAll('\n', '. '));
    else this.pages.at(-1)?.blocks.push({ kind: 'table', text });
  }

  breakPage(): void {
    const page = this.pages.at(-1) as ReadPage;
    if (!this.#isPaged || (page.blocks.length === 0 && page.hidden.length === 0)) return;
    this.pages.push(...onePage([], []).map((next) => ({ ...next, number: page.number + 1 })));
  }
}

/** The first row names the columns. */
function writeTable(rows: string[][]): string {
  const [head = [], ...body] = rows.filter((row) => row.some((cell) => cell !== ''));
  if (body.length === 0) return writeRow([], head);
  const hasHead = head.every((cell) => cell !== '' && cell.length < 60);
  if (!hasHead && head.some((cell) => cell.length >= 60)) {
    return [head, ...body].map((row) => writeRow([], row)).join('\n');
  }
  return body.map((row) => writeRow(head, row)).join('\n');
}

function toBlock({ level, isItem }: Paragraph, text: string): Block {
  if (level !== null) return { kind: 'heading', level, text };
  return { kind: isItem ? 'list' : 'text', text };
}

/** Of Word before 2010. */
const beginOldBox = (reader: PartReader, { fillcolor = 'white' }: Attributes) =>
  reader.beginBox(!/^(?:white|#fff|#ffffff)\b/i.test(fillcolor));
const endBox = (reader: PartReader) => reader.endBox();

const entering = {
  'w:p': (reader: PartReader) => reader.beginParagraph(),
  'w:pStyle': (reader: PartReader, { 'w:val': style }: Attributes) => reader.styleParagraph(style),
  'w:numPr': (reader: PartReader) => reader.markItem(),
  'w:r': (reader: PartReader) => reader.beginRun(),
  'w:rStyle': (reader: PartReader, { 'w:val': style }: Attributes) => reader.styleRun(style),
  'w:tab': (reader: PartReader) => reader.add(' '),
  'w:br': (reader: PartReader) => reader.add(' '),
  'w:cr': (reader: PartReader) => reader.add(' '),
  'w:noBreakHyphen': (reader: PartReader) => reader.add('-'),
  'w:tbl': (reader: PartReader) => reader.beginTable(),
  'w:tblStyle': (reader: PartReader, { 'w:val': style }: Attributes) => reader.styleTable(style),
  'w:tr': (reader: PartReader) => reader.beginRow(),
  'wps:wsp': (reader: PartReader) => reader.beginBox(false),
  'v:shape': beginOldBox,
  'v:rect': beginOldBox,
  'v:roundrect': beginOldBox,
  'w:lastRenderedPageBreak': (reader: PartReader) => reader.breakPage(),
};

const leaving = {
  'w:p': (reader: PartReader) => reader.endParagraph(),
  'w:r': (reader: PartReader) => reader.endRun(),
  'w:tc': (reader: PartReader) => reader.endCell(),
  'w:tbl': (reader: PartReader) => reader.endTable(),
  'wps:wsp': endBox,
  'v:shape': endBox,
  'v:rect': endBox,
  'v:roundrect': endBox,
};
