import { getResolvedPDFJS } from 'unpdf';
import type { HiddenText, ReadDocument, ReadPage } from '../document.ts';
import { DocumentError } from '../document-error.ts';
import { maxTextLength } from '../pages.ts';
import { cleanText } from '../plain.ts';
import { findSetting, joinBlocks } from './blocks.ts';
import { drawPage, type Font, type Operators, type PageSource } from './draw-page.ts';
import { type Judged, judgeGlyphs } from './find-hidden.ts';
import { joinLines, type Line, textOf } from './lines.ts';

const { getDocument, OPS } = await getResolvedPDFJS();
type Pdf = Awaited<ReturnType<typeof getDocument>['promise']>;
type PdfPage = Awaited<ReturnType<Pdf['getPage']>>;
type Layers = Awaited<ReturnType<Pdf['getOptionalContentConfig']>>;

/** In pixels: any real picture is left out, because decoding it costs more than all else. */
const maxImageSize = 1;

type LinesOfPage = Pick<ReadPage, 'number' | 'hidden' | 'isScan'> & {
  lines: Line[];
  hasPicture: boolean;
};

/** @throws {DocumentError} encrypted, damaged, too-long */
export async function readPdf(bytes: Uint8Array): Promise<ReadDocument> {
  const pdf = await openPdf(bytes);
  const layers = await pdf.getOptionalContentConfig();
  const pages: LinesOfPage[] = [];
  let length = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await readPage(await pdf.getPage(number), number, layers);
    length += page.lines.reduce((sum, line) => sum + textOf(line).length, 0);
    if (length > maxTextLength) throw new DocumentError('too-long');
    pages.push(page);
    if (number % 50 === 0) await pdf.cleanup();
  }
  const setting = findSetting(pages.map(({ lines }) => lines));
  return {
    kind: 'pdf',
    title: await findTitle(pdf),
    pages: pages.map(({ lines, hasPicture, ...page }) => ({
      ...page,
      blocks: joinBlocks(lines, setting),
      isPicture: lines.length === 0 && hasPicture,
    })),
  };
}

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  const options = { isEvalSupported: false, useSystemFonts: false, disableFontFace: false };
  try {
    return await getDocument({ data: bytes, verbosity: 0, maxImageSize, ...options }).promise;
  } catch (error) {
    const isEncrypted = (error as Error).name === 'PasswordException';
    throw new DocumentError(isEncrypted ? 'encrypted' : 'damaged');
  }
}

async function readPage(page: PdfPage, number: number, layers: Layers): Promise<LinesOfPage> {
  const operators = await page.getOperatorList();
  const drawing = drawPage(sourceOf(page, layers), operators as Operators, OPS);
  page.cleanup();
  const { judged, isScan } = judgeGlyphs(drawing);
  const seen = judged.filter(({ why }) => why === null).map(({ glyph }) => glyph);
  const hasPicture = drawing.paints.some(({ isPicture }) => isPicture);
  return { number, lines: joinLines(seen), hidden: listHidden(judged), isScan, hasPicture };
}

function sourceOf(page: PdfPage, layers: Layers): PageSource {
  const { transform, width, height } = page.getViewport({ scale: 1 });
  return {
    ...{ transform, width, height },
    findFont: (name) => (page.commonObjs.has(name) ? (page.commonObjs.get(name) as Font) : null),
    isLayerVisible: (layer) => layers.isVisible(layer),
  };
}

/** Passages that are hidden the same way, as they follow each other. */
function listHidden(judged: Judged[]): HiddenText[] {
  const passages: { why: HiddenText['why']; glyphs: Judged['glyph'][] }[] = [];
  let before: Judged['why'] = null;
  for (const { glyph, why } of judged) {
    if (why && why !== before) passages.push({ why, glyphs: [] });
    if (why) passages.at(-1)?.glyphs.push(glyph);
    before = why;
  }
  return passages
    .map(({ why, glyphs }) => ({ why, text: joinLines(glyphs).map(textOf).join(' ') }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

async function findTitle(pdf: Pdf): Promise<string | null> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const title = cleanText(String((info as { Title?: unknown }).Title ?? ''));
  return title === '' || /^untitled|\.(docx?|tex|dvi|indd|pages)$/i.test(title) ? null : title;
}
