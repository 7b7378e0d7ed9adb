import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldText } from '#server/messages/search/words.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { rowsOf } from './client.ts';
import { foldInSql } from './name-words.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const europe = Array.from({ length: 0x180 - 0x20 }, (_, index) =>
  String.fromCodePoint(0x20 + index),
);
const others = ['Ǻ', 'Ά', 'ς', 'Ё', 'й', '김', 'が', 'ｶﾞ', 'Ｗ', 'ﬁ', 'मैं', 'กำ', 'عَ'];

it('the database folds letters as the server does', async () => {
  const letters = [...europe, ...others];
  const rows = await rowsOf<{ letter: string; folded: string }>(
    test.runtime.db,
    sql`select letter, ${foldInSql(sql`letter`)} as folded
        from json_array_elements_text(${JSON.stringify(letters)}::json) as letter`,
  );
  expect(rows.filter(({ letter, folded }) => foldText(letter) !== folded)).toEqual([]);
  expect(rows).toHaveLength(letters.length);
});
