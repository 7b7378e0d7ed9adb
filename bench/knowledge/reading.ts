import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { HiddenText, ReadDocument } from '#server/outside/documents/document.ts';
import { findInstructions } from '#server/outside/documents/find-instructions.ts';
import { splitIntoPieces } from '#server/outside/documents/pieces/split-into-pieces.ts';
import { askReader } from '#server/outside/documents/read-document.ts';
import { aWordBomb } from '#test/write-docx.ts';
import type { Result } from '../statistics.ts';

const mb = 1024 * 1024;
const shownPassages = 20;

type Reading = { name: string; seconds: number; peakMb: number; document: ReadDocument | null };

/** Of files of one's own, such as manuals: whole folders, too. Without any, only the bomb. */
export async function benchReading(paths: string[]): Promise<Result[]> {
  const readings: Reading[] = [];
  for (const path of paths.flatMap(listFiles)) readings.push(await readFile(path));
  return [...(await benchBomb()), ...measureAll(readings), ...readings.flatMap(measureOne)];
}

function listFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return globSync('**/*.{pdf,docx,html,htm,md,csv,txt}', { cwd: path })
    .sort()
    .map((name) => join(path, name));
}

async function readFile(path: string): Promise<Reading> {
  const name = basename(path);
  const bytes = readFileSync(path);
  const start = performance.now();
  const answer = await askReader(bytes, { name }).catch((error: Error) => {
    console.log(`${path}: ${error.message}`);
    return { document: null, problem: error.message, peakBytes: 0 };
  });
  if (answer.problem) console.log(`${path}: ${answer.problem}`);
  const seconds = (performance.now() - start) / 1000;
  return { name, seconds, peakMb: answer.peakBytes / mb, document: answer.document };
}

async function benchBomb(): Promise<Result[]> {
  const bomb = aWordBomb();
  const start = performance.now();
  const { problem, peakBytes } = await askReader(bomb, { name: 'bomb.docx' });
  const seconds = (performance.now() - start) / 1000;
  const measure = `a Word bomb of ${(bomb.length / mb).toFixed(1)} MB: ${problem}`;
  return [
    toResult(measure, seconds, 's', '<= 1 s'),
    toResult(`${measure}, peak`, peakBytes / mb, 'MB', '<= 150 MB'),
  ];
}

function measureAll(readings: Reading[]): Result[] {
  const pages = readings.flatMap(({ name, document }) =>
    (document?.pages ?? []).map((page) => ({ name, ...page })),
  );
  if (pages.length === 0) return [];
  const hidden = pages.flatMap((page) => page.hidden.map((passage) => ({ ...passage, page })));
  for (const passage of hidden.slice(0, shownPassages)) console.log(describe(passage));
  const texts = readings.flatMap(({ document }) => (document ? splitIntoPieces(document) : []));
  const flagged = texts.flatMap(({ text }) => findInstructions(text));
  for (const sentence of flagged.slice(0, shownPassages)) console.log(`flagged: ${sentence}`);
  return [
    toResult('files not read', readings.filter(({ document }) => !document).length, 'files'),
    toResult('pages', pages.length, 'pages'),
    toResult('passages set apart as hidden', hidden.length, 'passages', '0 that a reader sees'),
    toResult('sentences flagged as instructions', flagged.length, `in ${texts.length} pieces`),
  ];
}

const describe = ({ page, why, text }: HiddenText & { page: { name: string; number: number } }) =>
  `${page.name}, page ${page.number}, ${why}: ${text.slice(0, 100)}`;

function measureOne({ name, seconds, peakMb, document }: Reading): Result[] {
  const pages = document?.pages.length ?? 0;
  if (pages < 200) return [];
  const [maxSeconds, maxMb] = pages < 300 ? [5, 250] : [30, 450];
  return [
    toResult(`${name}, ${pages} pages`, seconds, 's', `<= ${maxSeconds} s`),
    toResult(`${name}, ${pages} pages, peak`, peakMb, 'MB', `<= ${maxMb} MB`),
  ];
}

const toResult = (measure: string, value: number, unit: string, promise?: string): Result => ({
  ...{ bench: 'reading', measure, value, unit },
  ...(promise && { promise }),
});
