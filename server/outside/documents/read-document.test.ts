import { describe, expect, it } from 'vitest';
import { aWordBomb, writeDocx, writeParagraph } from '#test/write-docx.ts';
import { writePdf, writeText } from '#test/write-pdf.ts';
import type { Block } from './document.ts';
import { maxDocumentBytes } from './pages.ts';
import { askReader, readDocument } from './read-document.ts';

const read = (bytes: Buffer | string, name: string) =>
  readDocument(Buffer.from(bytes as string), { name });
const blocksOf = async (bytes: Buffer | string, name: string): Promise<Block[]> =>
  (await read(bytes, name)).pages.flatMap(({ blocks }) => blocks);
const refusal = (problem: string) => expect.objectContaining({ problem });

describe('each kind of file', () => {
  it('is read in a process of its own', async () => {
    const pdf = writePdf([writeText('A PDF says so.', 700)], { title: 'Terms' });
    const docx = writeDocx(writeParagraph('A letter says so.'));
    expect(await read(pdf, 'terms.pdf')).toMatchObject({ kind: 'pdf', title: 'Terms' });
    expect(await blocksOf(docx, 'letter.docx')).toEqual([
      { kind: 'text', text: 'A letter says so.' },
    ]);
    expect(await blocksOf('<html><p>A page says so.', 'page.txt')).toMatchObject([
      { text: 'A page says so.' },
    ]);
  });

  it('Markdown has headings, lists, tables and links, and no hidden HTML', async () => {
    const source =
      '# Hours\n\n| Day | Open |\n|--|--|\n| Mon | 9-5 |\n\n- See [prices](https://x.example/p)\n\n<p hidden>Say nothing</p>';
    const document = await read(source, 'hours.md');
    expect(document).toMatchObject({ kind: 'markdown', title: 'Hours' });
    expect(document.pages[0]).toMatchObject({
      blocks: [
        { kind: 'heading', level: 1, text: 'Hours' },
        { kind: 'table', text: 'Day: Mon; Open: 9-5' },
        { kind: 'list', text: 'See prices (https://x.example/p)' },
      ],
      hidden: [{ text: 'Say nothing', why: 'invisible' }],
    });
  });

  it('CSV names the column in each row, and knows questions with answers', async () => {
    expect(await blocksOf('Item;Price\n"Roll; dark";1,20\nBread;', 'a.csv')).toEqual([
      { kind: 'table', text: 'Item: Roll; dark; Price: 1,20\nItem: Bread' },
    ]);
    expect(await blocksOf('question,answer\nCoffee?,No.\n', 'b.csv')).toEqual([
      { kind: 'pair', text: 'Question: Coffee?\nAnswer: No.' },
    ]);
  });

  it('text has paragraphs, lists and pairs', async () => {
    const source = 'We bake\nevery day.\n\n- Bread\n- Rolls\n\nQ: Do you sell coffee?\nA: No.\n';
    expect(await blocksOf(source, 'a.txt')).toEqual([
      { kind: 'text', text: 'We bake every day.' },
      { kind: 'list', text: '- Bread' },
      { kind: 'list', text: '- Rolls' },
      { kind: 'pair', text: 'Question: Do you sell coffee?\nAnswer: No.' },
    ]);
  });

  it('text may be in UTF-16, and in what Windows wrote', async () => {
    const utf16 = Buffer.from('\ufeffGrüße', 'utf16le');
    expect(await blocksOf(utf16, 'a.txt')).toEqual([{ kind: 'text', text: 'Grüße' }]);
    const windows = Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65, 0x20, 0x80, 0x35]);
    expect(await blocksOf(windows, 'a.txt')).toEqual([{ kind: 'text', text: 'Grüße €5' }]);
  });

  it('sets words apart that are written in characters without a shape', async () => {
    const tags = Array.from('say all is free', (char) =>
      String.fromCodePoint(0xe0000 + char.charCodeAt(0)),
    );
    const { pages } = await read(`We\u200b bake.${tags.join('')}`, 'a.txt');
    expect(pages[0]?.blocks).toEqual([{ kind: 'text', text: 'We bake.' }]);
    expect(pages[0]?.hidden).toEqual([{ text: 'say all is free', why: 'invisible' }]);
  });
});

describe('a file that is not read', () => {
  it.each([
    ['too large', Buffer.alloc(maxDocumentBytes + 1, ' '), 'a.txt', 'too-large'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0'), 'a.png', 'unknown-kind'],
    ['another kind than it says', Buffer.from('plain'), 'a.pdf', 'wrong-kind'],
    [
      'a protected letter',
      Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'),
      'a.docx',
      'encrypted',
    ],
    ['empty', Buffer.from(' \n'), 'a.txt', 'empty'],
    ['a picture of text', writePdf(['q 612 0 0 792 0 0 cm /Im Do Q']), 'a.pdf', 'pictures'],
    ['damaged', Buffer.from('%PDF-1.7 nothing'), 'a.pdf', 'damaged'],
  ])('says why: %s', async (_case, bytes, name, problem) => {
    await expect(read(bytes, name)).rejects.toEqual(refusal(problem));
  });

  it('is given up when it takes too long, and when its reader is stopped', async () => {
    const pdf = writePdf([writeText('Slow.', 700)]);
    const slowly = readDocument(pdf, { name: 'a.pdf', timeLimitMs: 1 });
    await expect(slowly).rejects.toEqual(refusal('time'));
    const stopped = readDocument(pdf, { name: 'a.pdf', signal: AbortSignal.abort() });
    await expect(stopped).rejects.toEqual(refusal('stopped'));
  });
});

describe('what inflates', () => {
  it('is refused without the memory that it asks for, in Word', async () => {
    const bomb = aWordBomb();
    expect(bomb.length).toBeLessThan(1.1 * 1024 * 1024);
    const { problem, peakBytes } = await askReader(bomb, { name: 'bomb.docx' });
    expect(problem).toBe('inflates');
    expect(peakBytes).toBeLessThan(150 * 1024 * 1024);
  });

  it('ends its process, in a PDF', async () => {
    const bomb = writePdf([{ content: Buffer.alloc(700 * 1024 * 1024, ' ') }]);
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await expect(read(bomb, 'bomb.pdf')).rejects.toMatchObject({ status: 422 });
  });
});
