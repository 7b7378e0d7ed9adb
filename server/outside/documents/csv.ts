import { parse } from 'csv-parse/sync';
import type { Block, ReadDocument } from './document.ts';
import { DocumentError } from './document-error.ts';
import { onePage } from './pages.ts';
import { cleanText, setTagsApart, writePair, writeRow } from './plain.ts';

const delimiters = [',', ';', '\t', '|'];
const maxRecordLength = 1_000_000;
const questionNames = /^(?:questions?|frage|pregunta)$/i;
const answerNames = /^(?:answers?|antwort|respuesta)$/i;

/** @throws {DocumentError} damaged */
export function readCsv(source: string): ReadDocument {
  const { text, hidden } = setTagsApart(source);
  const [headers = [], ...rows] = parseRows(text);
  return { kind: 'csv', title: null, pages: onePage(writeRows(headers, rows), hidden) };
}

function writeRows(headers: string[], rows: string[][]): Block[] {
  if (rows.length === 0)
    return headers.length > 0 ? [{ kind: 'table', text: writeRow([], headers) }] : [];
  const asked = headers.findIndex((name) => questionNames.test(name));
  const answered = headers.findIndex((name) => answerNames.test(name));
  if (asked < 0 || answered < 0) {
    return [{ kind: 'table', text: rows.map((row) => writeRow(headers, row)).join('\n') }];
  }
  return rows
    .filter((row) => row[asked] && row[answered])
    .map((row) => writePair(row[asked] as string, row[answered] as string));
}

function parseRows(text: string): string[][] {
  const options = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true };
  try {
    const records: string[][] = parse(text, {
      ...options,
      delimiter: findDelimiter(text),
      max_record_size: maxRecordLength,
    });
    return records
      .map((record) => record.map(cleanText))
      .filter((row) => row.some((cell) => cell !== ''));
  } catch {
    throw new DocumentError('damaged');
  }
}

/** The most frequent one of the first line. */
function findDelimiter(text: string): string {
  const [line = ''] = text.slice(0, maxRecordLength).split(/\r?\n/, 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return delimiters.reduce((best, each) => (count(each) > count(best) ? each : best));
}
