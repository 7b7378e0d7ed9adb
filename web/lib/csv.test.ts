import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it('writes a table that spreadsheets open unchanged', () => {
  const csv = toCsv([
    ['Expert', 'Messages', 'Rate'],
    ['Ada, "the first"', 12, 0.5],
    ['two\nlines', 0, null],
  ]);
  expect(csv).toBe(
    '\uFEFFExpert,Messages,Rate\r\n"Ada, ""the first""",12,0.5\r\n"two\nlines",0,\r\n',
  );
});

it.each([
  '=HYPERLINK("x")',
  '+1',
  '-1',
  '@sum',
  '\tx',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '\u00a0=1+1',
  '\u3000@sum',
  '\u200b\u200b+1',
  '\ufeff-1',
  '\u0000=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠sum',
  '\u3000 ＝1+1',
  '−1',
])('never writes a formula: %j', (text) => {
  expect(toCsv([[text]]).replace(/^\uFEFF"?/, '')).toMatch(/^'/);
});

it.each([
  ['x;=1+1', `"x;'=1+1"`],
  ['x\t\u00a0＝1+1', `"x\t'\u00a0＝1+1"`],
  ['x\n@sum', `"x\n'@sum"`],
])('writes no formula for spreadsheets that split elsewhere: %j', (text, cell) => {
  expect(toCsv([[text]])).toBe(`\uFEFF${cell}\r\n`);
});

it.each(['1-1', 'Ada = the first', 'ada@example.com', -7])('leaves as it is: %j', (cell) => {
  expect(toCsv([[cell]])).toBe(`\uFEFF${cell}\r\n`);
});
