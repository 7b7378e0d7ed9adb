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

it.each(['=HYPERLINK("x")', '+1', '-1', '@sum', '\tx'])('never writes a formula: %s', (text) => {
  expect(toCsv([[text]]).replace(/^\uFEFF"?/, '')).toMatch(/^'/);
});
