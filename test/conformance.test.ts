import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTestFile, type TestTexts } from './test-titles.ts';

/** docs/spec-conformance.md names the test of every promise. */
const root = join(import.meta.dirname, '..');
const lines = readFileSync(join(root, 'docs/spec-conformance.md'), 'utf8').split('\n');

type Row = { section: string; promise: string; file: string; title: string; line: number };

const rows = lines.flatMap((text, index): Row[] => {
  const cells = text
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
  const [section = '', promise = '', file = '', title = ''] = cells;
  if (cells.length === 0 || section === '§' || /^-+$/.test(section)) return [];
  return [{ section, promise, file: file.replaceAll('`', ''), title, line: index + 1 }];
});

const files = new Map<string, TestTexts>();
function fileOf({ file }: Row): TestTexts | null {
  if (!/\.test\.tsx?$/.test(file) || !existsSync(join(root, file))) return null;
  const known = files.get(file) ?? readTestFile(join(root, file));
  files.set(file, known);
  return known;
}

const describeRow = ({ line, file, title, promise }: Row) =>
  `line ${line}: ${file} > ${title} (${promise})`;

it('has promises of every section, each one once and in its place', () => {
  expect([...new Set(rows.map(({ section }) => section))]).toEqual([...'123456789']);
  const seen = rows.map(({ section, promise, title }) => `${section} ${promise} ${title}`);
  expect(seen.filter((row, index) => seen.indexOf(row) !== index)).toEqual([]);
});

it('names a test for every promise, by its whole title', () => {
  const lost = rows.filter((row) => !row.promise || !fileOf(row)?.has(row.title));
  expect(lost.map(describeRow)).toEqual([]);
});

it('quotes only texts that the named test itself contains', () => {
  const unread = rows.flatMap((row) => {
    const quoted = [...row.promise.matchAll(/“([^”]+)”/g)].map(([, text]) => text as string);
    const texts = fileOf(row)?.get(row.title) ?? [];
    return quoted
      .filter((words) => !texts.some((text) => text.includes(words)))
      .map((words) => `“${words}” ${describeRow(row)}`);
  });
  expect(unread).toEqual([]);
});
