import { decodeText } from './decode.ts';
import type { DocumentKind, ReadDocument } from './document.ts';
import { DocumentError } from './document-error.ts';
import { onePage } from './pages.ts';
import { readPlain } from './plain.ts';

/**
 * In the process of its own.
 * @throws {DocumentError}
 */
export async function parseDocument(bytes: Uint8Array, kind: DocumentKind): Promise<ReadDocument> {
  const document = await readKind(bytes, kind);
  const hasText = document.pages.some(({ blocks }) => blocks.length > 0);
  if (hasText) return document;
  const isPictured = document.pages.some(({ isPicture }) => isPicture);
  throw new DocumentError(isPictured ? 'pictures' : 'empty');
}

/** Each is loaded when it is needed: together they would take 60 MB. */
async function readKind(bytes: Uint8Array, kind: DocumentKind): Promise<ReadDocument> {
  if (kind === 'pdf') return (await import('./pdf/read-pdf.ts')).readPdf(bytes);
  if (kind === 'docx') return (await import('./word/read-word.ts')).readWord(bytes);
  const source = decodeText(bytes).replace(/^\ufeff/, '');
  if (kind === 'html') return (await import('./html/read-html.ts')).readHtml(source);
  if (kind === 'markdown') return (await import('./markdown.ts')).readMarkdown(source);
  if (kind === 'csv') return (await import('./csv.ts')).readCsv(source);
  const { blocks, hidden } = readPlain(source);
  return { kind, title: null, pages: onePage(blocks, hidden) };
}
