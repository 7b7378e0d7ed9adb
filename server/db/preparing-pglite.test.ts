import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPreparingPglite } from './preparing-pglite.ts';

let client: PGlite;
let preparing: PGlite;

beforeAll(async () => {
  client = await PGlite.create();
  preparing = createPreparingPglite(client);
  await client.exec(
    'create table notes (id int primary key, body text, details jsonb, at timestamptz)',
  );
});
afterAll(() => client.close());

async function countPrepared(): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from pg_prepared_statements',
  );
  return rows[0]?.count ?? 0;
}

it('prepares a statement once, in a transaction or outside', async () => {
  const before = await countPrepared();
  const text = 'select $1::int + 1 as next';
  await preparing.query(text, [1]);
  const { rows } = await preparing.transaction((tx) => tx.query(text, [2]));
  expect(rows).toEqual([{ next: 3 }]);
  expect((await countPrepared()) - before).toBe(1);
});

it.each(["O'Brien; drop table notes", '\\', "\\'", '$1', '%', 'né 🙂', '', 'null'])(
  'passes %j unchanged',
  async (body) => {
    const { rows } = await preparing.query('select $1::text as body', [body]);
    expect(rows).toEqual([{ body }]);
  },
);

it('returns the same rows as the driver', async () => {
  const insert = 'insert into notes values ($1, $2, $3, $4) returning *';
  const values = [1, null, JSON.stringify({ a: ["it's"] }), '2026-01-02T03:04:05Z'];
  const prepared = await preparing.query(insert, values);
  await client.query('delete from notes');
  const driven = await client.query(insert, values);
  expect(prepared.rows).toEqual(driven.rows);
  expect(prepared.affectedRows).toBe(driven.affectedRows);
  const asArray = await preparing.query('select id from notes where id = $1', [1], {
    rowMode: 'array',
  });
  expect(asArray.rows).toEqual([[1]]);
});

it('lets the driver write values that it cannot write itself', async () => {
  const { rows } = await preparing.query('select $1::int[] as ids', [[1, 2]]);
  expect(rows).toEqual([{ ids: [1, 2] }]);
  await expect(preparing.query('select $1::text as body', ['a\0b'])).rejects.toThrow();
});

it('fails a transaction with its statement, and works on afterwards', async () => {
  const insert = 'insert into notes (id, body) values ($1, $2)';
  const work = preparing.transaction(async (tx) => {
    await tx.query(insert, [7, 'first']);
    await tx.query(insert, [7, 'again']);
  });
  await expect(work).rejects.toMatchObject({ code: '23505' });
  await preparing.query(insert, [7, 'later']);
  const { rows } = await preparing.query('select body from notes where id = $1', [7]);
  expect(rows).toEqual([{ body: 'later' }]);
});
