import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asvsLevelTwo, expandNumbers } from './asvs-level-2.ts';
import { fillInTests, type Keeper, readKeepers, specPage } from './spec-clauses.ts';
import { readTestFile, type TestTexts } from './test-titles.ts';

const root = join(import.meta.dirname, '..');

const namedTestPattern = /^`(.+?)` (.+)$/;

const files = new Map<string, TestTexts>();
function fileOf({ file }: Keeper): TestTexts | null {
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

describe(specPage, () => {
  const text = readFileSync(join(root, specPage), 'utf8');
  const keepers = readKeepers();
  const departureMarks = / \((?:\[departure \d+\]\(#departures\)(?:, )?)+\)$/;
  /** Of the letters and digits of the specification's sections 1 to 9. */
  const specificationDigest = 'cf4b10fb32595e674c7020633d8a20e60c606eba5bfb88f8f10fb4a047c25d7c';

  type Row = { id: string; words: string; tests: Keeper[]; line: number };
  const rows = readTables(specPage).flatMap(({ cells, line }): Row[] => {
    const [id = '', words = ''] = cells;
    if (cells.length !== 3 || !/^\d\.\d+$/.test(id)) return [];
    const tests = keepers.get(id) ?? [];
    return [{ id, words: words.replace(departureMarks, ''), tests, line }];
  });
  const describeRow = ({ id, words }: Row) => `${id}: ${words}`;

  it("is the specification's text, whole and in its order", () => {
    const parts = text.split('\n').flatMap((line, index) => {
      if (/^#{2,3} (?!Departures)/.test(line)) return [line];
      return rows.filter((row) => row.line === index + 1).map(({ words }) => words);
    });
    const letters = parts.join('').replace(/[^A-Za-z0-9]/g, '');
    expect(createHash('sha256').update(letters).digest('hex')).toBe(specificationDigest);
  });

  it('has a test for every clause that promises something', () => {
    const lost = rows.filter(({ tests, words }) => tests.length === 0 && !isNoPromise(words));
    expect(lost.map(describeRow)).toEqual([]);
    const ids = rows.map(({ id }) => id);
    expect([...keepers.keys()].filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('names the tests that have a tag; npm run conformance writes them', () => {
    expect(text === fillInTests(text, keepers), 'run npm run conformance').toBe(true);
  });

  it("quotes only texts that one of the clause's tests contains", () => {
    const unread = rows.flatMap((row) => {
      const texts = row.tests.flatMap((one) => fileOf(one)?.get(one.title) ?? []);
      return readQuotes(row.words)
        .filter((quote) => !texts.some((one) => one.includes(quote)))
        .map((quote) => `'${quote}' ${describeRow(row)}`);
    });
    expect(unread).toEqual([]);
  });

  it('lists every departure once, with its sections and its reason, and the README leads there', () => {
    const tables = readTables(specPage).map(({ cells }) => cells);
    const marked = new Map<string, Set<string>>();
    for (const [clause = '', words = ''] of tables) {
      const [section = ''] = clause.split('.');
      for (const [, number = ''] of words.matchAll(/\[departure (\d+)\]/g)) {
        marked.set(number, (marked.get(number) ?? new Set()).add(section));
      }
    }
    const listed = tables.flatMap(([number = '', sections = '', does, why]) =>
      /^\d+$/.test(number) && does && why ? [[number, sections]] : [],
    );
    const expected = [...marked].map(([number, sections]) => [number, [...sections].join(', ')]);
    expect(listed).toEqual(expected.sort(([one], [other]) => Number(one) - Number(other)));
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(readme).toContain('(docs/spec-conformance.md#departures)');
  });
});

/** As the specification says of what it leaves open; and the head of its table of calls. */
const isNoPromise = (words: string) =>
  words.endsWith(': not shown.') || words.startsWith('Method and path');

/** 'Passwords don't match': a quote ends before a space or a mark. */
function readQuotes(words: string): string[] {
  const quotes = words.matchAll(/(?<=^|[\s(])'(.+?)'(?=$|[\s.,;:)])/g);
  return [...quotes].map(([, quote]) => quote as string);
}

describe('docs/world.md', () => {
  it('names a test by its whole title for every kind, and a source', () => {
    const rows = readTables('docs/world.md').filter(
      ({ cells: [first = ''] }) => first !== 'Kind' && !/^-+$/.test(first),
    );
    const lost = rows.filter(({ cells: [, happens, sources, tests = ''] }) => {
      const named = tests.split('<br>').map((text) => {
        const [, file = '', title = ''] = namedTestPattern.exec(text) ?? [];
        return fileOf({ file, title })?.has(title) ?? false;
      });
      return !happens || !sources || named.includes(false);
    });
    expect(lost.map(({ cells, line }) => `line ${line}: ${cells[0]}: ${cells[3]}`)).toEqual([]);
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
