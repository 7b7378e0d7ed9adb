import { decodeText, isText } from './decode.ts';
import type { DocumentKind } from './document.ts';
import { DocumentError } from './document-error.ts';

const endings: Record<string, DocumentKind> = {
  pdf: 'pdf',
  docx: 'docx',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  csv: 'csv',
  tsv: 'csv',
  md: 'markdown',
  markdown: 'markdown',
  txt: 'text',
  text: 'text',
};

/** A PDF may begin a little later, after what a mail program or server put before it. */
const maxBytesBeforePdf = 1024;

/**
 * By content first: a name may be wrong. The name decides between kinds of text.
 * @throws {DocumentError} unknown-kind, wrong-kind, encrypted
 */
export function detectKind(name: string, bytes: Uint8Array): DocumentKind {
  const start = Buffer.from(bytes.subarray(0, maxBytesBeforePdf)).toString('latin1');
  if (start.includes('%PDF-')) return 'pdf';
  // Word keeps a protected document in the container of its old format.
  if (start.startsWith('\xd0\xcf\x11\xe0')) {
    throw new DocumentError(endsWith(name, 'docx') ? 'encrypted' : 'unknown-kind');
  }
  if (start.startsWith('PK\x03\x04')) return requireWord(bytes);
  if (!isText(bytes)) throw new DocumentError('unknown-kind');
  return detectText(name, bytes);
}

/** The directory at the end of a ZIP names its parts. */
function requireWord(bytes: Uint8Array): DocumentKind {
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('word/')) return 'docx';
  throw new DocumentError('unknown-kind');
}

function detectText(name: string, bytes: Uint8Array): DocumentKind {
  const kind = endings[readEnding(name)];
  if (kind === 'pdf' || kind === 'docx') throw new DocumentError('wrong-kind');
  const start = decodeText(bytes.subarray(0, 4096)).trimStart().slice(0, 1000);
  const isHtml = /^<(?:!doctype html|html|head|body)\b/i.test(start);
  if (isHtml) return 'html';
  return kind ?? 'text';
}

function readEnding(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

function endsWith(name: string, ending: string): boolean {
  return readEnding(name) === ending;
}
