import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asvsLevelTwo, expandNumbers } from './asvs-level-2.ts';
import { readTestFile, type TestTexts } from './test-titles.ts';

const root = join(import.meta.dirname, '..');

type NamedTest = { file: string; title: string };
const namedTestPattern = /^`(.+?)` (.+)$/;

const files = new Map<string, TestTexts>();
function fileOf({ file }: NamedTest): TestTexts | null {
  if (!/\.test\.tsx?$/.test(file) || !existsSync(join(root, file))) return null;
  const known = files.get(file) ?? readTestFile(join(root, file));
  files.set(file, known);
  return known;
}

type Cells = { cells: string[]; line: number };

function readTables(path: string): Cells[] {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  return lines.flatMap((text, index) => {
    const cells = text
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    return cells.length === 0 ? [] : [{ cells, line: index + 1 }];
  });
}

describe('docs/spec-conformance.md', () => {
  type Row = NamedTest & { section: string; promise: string; line: number };
  const rows = readTables('docs/spec-conformance.md').flatMap(({ cells, line }): Row[] => {
    const [section = '', promise = '', file = '', title = ''] = cells;
    if (section === '§' || /^-+$/.test(section)) return [];
    return [{ section, promise, file: file.replaceAll('`', ''), title, line }];
  });
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
});

describe('docs/security.md', () => {
  const page = 'docs/security.md';
  type Row = { id: string; how: string; tests: string[]; line: number };
  const rows = readTables(page).flatMap(({ cells, line }): Row[] => {
    const [id = '', , how = '', tests = ''] = cells;
    const isRequirement = cells.length === 4 && /^(V\d|API\d|LLM\d|P\d)/.test(id);
    return isRequirement ? [{ id, how, tests: tests.split('<br>'), line }] : [];
  });
  /** Bold where no test is due. */
  const untested = /\*\*(n\/a|Docs|Review|Operator|Partly|Not met)\b/;

  it('has every requirement of ASVS at level 2 once, and both top tens whole', () => {
    const numbers = rows
      .filter(({ id }) => id.startsWith('V'))
      .flatMap(({ id }) => expandNumbers(id));
    expect(numbers.filter((one, index) => numbers.indexOf(one) !== index)).toEqual([]);
    expect(asvsLevelTwo.filter((one) => !numbers.includes(one))).toEqual([]);
    const tops = rows.flatMap(({ id }) => /^(?:API|LLM)\d+$/.exec(id) ?? []);
    const ten = Array.from({ length: 10 }, (_, index) => index + 1);
    const llm = ten.map((number) => `LLM${String(number).padStart(2, '0')}`);
    expect(tops).toEqual([...ten.map((number) => `API${number}`), ...llm]);
  });

  it('names a test by its whole title, or says why there is none', () => {
    const lost = rows.flatMap(({ id, how, tests, line }) => {
      if (tests.join() === '–' && untested.test(how)) return [];
      return tests.flatMap((text) => {
        const [, file = '', title = ''] = namedTestPattern.exec(text) ?? [];
        return fileOf({ file, title })?.has(title) ? [] : [`line ${line}, ${id}: ${text}`];
      });
    });
    expect(lost).toEqual([]);
  });

  it('names only files that exist', () => {
    const text = readFileSync(join(root, page), 'utf8');
    const named = [...text.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|md|json|yaml))`/g)];
    const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(
      ([, path]) => `docs/${path}`,
    );
    const paths = [...named.map(([, path]) => path as string), ...linked];
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
