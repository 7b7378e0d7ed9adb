import type { Block, ReadDocument, ReadPage } from '../document.ts';
import { DocumentError } from '../document-error.ts';
import { maxTextLength } from '../pages.ts';
import { cleanText } from '../plain.ts';
import { PartReader } from './part-reader.ts';
import { readStyles, type Styles } from './styles.ts';
import { Zip } from './unzip.ts';
import { readXml } from './xml.ts';

/** @throws {DocumentError} damaged, inflates, encrypted, too-long */
export function readWord(bytes: Uint8Array): ReadDocument {
  const zip = new Zip(bytes);
  const body = zip.read('word/document.xml');
  if (body === null) throw new DocumentError('damaged');
  const styles = readStyles(zip.read('word/styles.xml'));
  const pages = readPart(body, styles, isPaged(body));
  const others = zip
    .list(/^word\/(?:header|footer|footnotes|endnotes)\d*\.xml$/)
    .sort()
    .flatMap((name) => readPart(zip.read(name) ?? '', styles, false));
  addOthers(pages, others);
  const length = pages
    .flatMap(({ blocks }) => blocks)
    .reduce((sum, { text }) => sum + text.length, 0);
  if (length > maxTextLength) throw new DocumentError('too-long');
  return { kind: 'docx', title: readTitle(zip.read('docProps/core.xml')), pages };
}

/** Word notes where its pages began when it last showed them. */
const isPaged = (body: string) => body.includes('w:lastRenderedPageBreak');

function readPart(source: string, styles: Styles, isPaged: boolean): ReadPage[] {
  const reader = new PartReader(styles, isPaged);
  readXml(source, reader);
  return reader.pages;
}

/** Headers, footers and notes follow the text, each once. */
function addOthers(pages: ReadPage[], others: ReadPage[]): void {
  const last = pages.at(-1) as ReadPage;
  const known = new Set<string>();
  const isNew = ({ text }: Block) => !known.has(text) && known.add(text);
  last.blocks.push(...others.flatMap(({ blocks }) => blocks).filter(isNew));
  last.hidden.push(...others.flatMap(({ hidden }) => hidden));
}

function readTitle(source: string | null): string | null {
  let isTitle = false;
  let title = '';
  readXml(source ?? '', {
    open(name) {
      isTitle = name === 'dc:title';
    },
    close() {
      isTitle = false;
    },
    text(text) {
      if (isTitle) title += text;
    },
  });
  return cleanText(title) || null;
}
