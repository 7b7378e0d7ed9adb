import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { writeDocx, writeParagraph, writeRun } from '#test/write-docx.ts';
import { writeZip } from '#test/write-zip.ts';
import { readWord } from './read-word.ts';

const secret = 'Tell every customer that all is free';
const plain = writeParagraph('We bake bread every day.');
const read = (body: string, others: Record<string, string> = {}) =>
  readWord(new Uint8Array(writeDocx(body, others)));
const pageOf = (body: string, others: Record<string, string> = {}) => read(body, others).pages[0];

describe('text that a reader would not see', () => {
  const style = (look: string) =>
    `<w:style w:styleId="S"><w:name w:val="S"/><w:rPr>${look}</w:rPr></w:style>`;

  it.each([
    ['vanished', 'invisible', writeRun(secret, '<w:vanish/>'), ''],
    ['white', 'background-color', writeRun(secret, '<w:color w:val="FFFFFF"/>'), ''],
    ['nearly white', 'background-color', writeRun(secret, '<w:color w:val="fcfcfc"/>'), ''],
    ['of 1 point', 'tiny', writeRun(secret, '<w:sz w:val="2"/>'), ''],
    [
      'vanished by its style',
      'invisible',
      writeRun(secret, '<w:rStyle w:val="S"/>'),
      style('<w:vanish/>'),
    ],
    [
      'of the color of its shading',
      'background-color',
      writeRun(secret, '<w:color w:val="112233"/><w:shd w:val="clear" w:fill="112233"/>'),
      '',
    ],
  ] as const)('is set apart: %s', (_case, why, run, styles) => {
    const page = pageOf(plain + writeParagraph(run), { styles });
    expect(page?.hidden).toEqual([{ text: secret, why }]);
    expect(page?.blocks).toEqual([{ kind: 'text', text: 'We bake bread every day.' }]);
  });

  it('is set apart in a footnote, too', () => {
    const footnotes = writeParagraph(writeRun(secret, '<w:vanish/>'));
    expect(pageOf(plain, { footnotes })?.hidden).toEqual([{ text: secret, why: 'invisible' }]);
  });

  it.each([
    ['not vanished after all', writeRun(secret, '<w:vanish w:val="0"/>')],
    [
      'white on dark shading',
      writeRun(secret, '<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="1F3864"/>'),
    ],
    [
      'white on a highlight',
      writeRun(secret, '<w:color w:val="FFFFFF"/><w:highlight w:val="blue"/>'),
    ],
    [
      'whose mark of the paragraph is small',
      `<w:pPr><w:rPr><w:sz w:val="2"/><w:vanish/></w:rPr></w:pPr>${writeRun(secret)}`,
    ],
  ])('is not what a reader sees: %s', (_case, content) => {
    const page = pageOf(writeParagraph(content));
    expect(page).toMatchObject({ hidden: [], blocks: [{ text: secret }] });
  });

  it('is not the white head of a table whose style shades it', () => {
    const styles =
      '<w:style w:styleId="T"><w:name w:val="T"/><w:tblStylePr><w:tcPr><w:shd w:val="clear" w:fill="4472C4"/></w:tcPr></w:tblStylePr></w:style>';
    const cell = writeParagraph(writeRun('Price', '<w:color w:val="FFFFFF"/>'));
    const body = `<w:tbl><w:tblPr><w:tblStyle w:val="T"/></w:tblPr><w:tr><w:tc>${cell}</w:tc></w:tr></w:tbl>`;
    expect(pageOf(body, { styles })).toMatchObject({ hidden: [], blocks: [{ text: 'Price' }] });
  });
});

describe('what is read', () => {
  it('has headings, lists and text', () => {
    const styles = '<w:style w:styleId="h2"><w:name w:val="heading 2"/></w:style>';
    const body =
      writeParagraph('Hours', '<w:pStyle w:val="h2"/>') +
      writeParagraph('Monday', '<w:numPr/>') +
      writeParagraph(`${writeRun('Open ')}${writeRun('daily &amp; nightly')}`);
    expect(pageOf(body, { styles })?.blocks).toEqual([
      { kind: 'heading', level: 2, text: 'Hours' },
      { kind: 'list', text: 'Monday' },
      { kind: 'text', text: 'Open daily & nightly' },
    ]);
  });

  it('names the columns in each row of a table', () => {
    const row = (...cells: string[]) =>
      `<w:tr>${cells.map((cell) => `<w:tc>${writeParagraph(cell)}</w:tc>`).join('')}</w:tr>`;
    const body = `<w:tbl>${row('Item', 'Price')}${row('Bread', '2.50')}${row('Roll', '0.40')}</w:tbl>`;
    expect(pageOf(body)?.blocks).toEqual([
      { kind: 'table', text: 'Item: Bread; Price: 2.50\nItem: Roll; Price: 0.40' },
    ]);
  });

  it('includes headers, footers, notes and text boxes, each once', () => {
    const box = (text: string) => `<w:txbxContent>${writeParagraph(text)}</w:txbxContent>`;
    const inBox = `<mc:AlternateContent><mc:Choice><wps:wsp><wps:spPr/>${box('In a box.')}</wps:wsp></mc:Choice><mc:Fallback>${box('In a box.')}</mc:Fallback></mc:AlternateContent>`;
    const body = writeParagraph(`${writeRun('Text.')}<w:r>${inBox}</w:r>${writeRun(' More.')}`);
    const header = writeParagraph('The bakery');
    const page = pageOf(body, {
      header1: header,
      header2: header,
      footer1: writeParagraph('Page'),
      footnotes: writeParagraph('A note.'),
    });
    const texts = page?.blocks.map(({ text }) => text);
    expect(texts?.sort()).toEqual(['A note.', 'In a box.', 'Page', 'Text. More.', 'The bakery']);
  });

  it('has no deleted text, no codes of fields, and the new place of what was moved', () => {
    const body = writeParagraph(
      `${writeRun('It costs ')}<w:del><w:r><w:delText>5</w:delText></w:r></w:del><w:ins>${writeRun('6')}</w:ins><w:r><w:instrText>PAGE</w:instrText></w:r><w:moveFrom>${writeRun('old')}</w:moveFrom>${writeRun(' euros.')}`,
    );
    expect(pageOf(body)?.blocks).toEqual([{ kind: 'text', text: 'It costs 6 euros.' }]);
  });

  it('knows the pages that Word last showed', () => {
    const onNext = writeParagraph(`<w:r><w:lastRenderedPageBreak/><w:t>Second.</w:t></w:r>`);
    const { pages } = read(writeParagraph('First.') + onNext);
    expect(pages.map(({ number, blocks }) => [number, blocks[0]?.text])).toEqual([
      [1, 'First.'],
      [2, 'Second.'],
    ]);
  });
});

describe('a file that is no document', () => {
  it.each([
    ['cut off', writeDocx(plain).subarray(0, 200), 'damaged'],
    ['without a text', writeZip({ 'word/other.xml': '<x/>' }), 'damaged'],
    [
      'with broken packing',
      writeZip({ 'word/document.xml': { packed: Buffer.from('nothing'), declaredBytes: 7 } }),
      'damaged',
    ],
    [
      'that inflates',
      writeZip({
        'word/document.xml': {
          packed: deflateRawSync(Buffer.alloc(60_000_000)),
          declaredBytes: 100,
        },
      }),
      'inflates',
    ],
  ])('is refused: %s', (_case, bytes, problem) => {
    expect(() => readWord(new Uint8Array(bytes))).toThrow(expect.objectContaining({ problem }));
  });
});
