import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import * as schema from '#server/db/schema.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/data-model.md'), 'utf8');
const tables = Object.values(schema)
  .filter((table) => is(table, PgTable))
  .map((table) => getTableConfig(table as PgTable));
const tableNames = tables.map(({ name }) => name).sort();
const columnsOf = new Map(
  tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]),
);

const diagrams = [...page.matchAll(/```mermaid\nerDiagram\n(.*?)```/gs)].map(
  ([, text = '']) => text,
);
const read = (pattern: RegExp) =>
  diagrams.flatMap((text) => [...text.matchAll(pattern)].map(([, ...parts]) => parts));

/** Of the texts below the diagrams: a bold name, then the lines up to the next one. */
function listTold(): { names: string[]; columns: string[] }[] {
  return page
    .split(/^(?=\*\*`)/m)
    .slice(1)
    .map((part) => {
      const told = part.split(/^## /m)[0] ?? '';
      const cells = [...told.matchAll(/^\| (`.*?`) \|/gm)].map(([, cell = '']) => cell).join(' ');
      return {
        names: [...told.matchAll(/\*\*`(\w+)`\*\*/g)].map(([, name]) => name as string),
        columns: [...cells.matchAll(/`(\w+)`/g)].map(([, column]) => column as string),
      };
    });
}

describe('docs/data-model.md', () => {
  it('tells of each table once, and of no other', () => {
    expect(
      listTold()
        .flatMap(({ names }) => names)
        .sort(),
    ).toEqual(tableNames);
  });

  it('draws each table, and no other', () => {
    const drawn = read(/^ {2}(\w+) \S+--\S+ (\w+) : /gm).flat();
    const alone = read(/^ {2}(\w+) \{/gm).flat();
    expect([...new Set([...drawn, ...alone])].sort()).toEqual(tableNames);
  });

  it('draws each foreign key by its column, and no other', () => {
    const keys = tables.flatMap(({ name, foreignKeys }) =>
      foreignKeys.map((key) => {
        const { columns, foreignTable } = key.reference();
        return [getTableConfig(foreignTable).name, name, columns[0]?.name].join(' ');
      }),
    );
    const drawn = read(/^ {2}(\w+) \S+--\S+ (\w+) : (\w+)$/gm).map((parts) => parts.join(' '));
    expect(drawn.sort()).toEqual(keys.sort());
  });

  it('names columns that are there', () => {
    const lost = listTold().flatMap(({ names: [table = ''], columns }) =>
      columns
        .filter((column) => !columnsOf.get(table)?.includes(column))
        .map((it) => `${table}.${it}`),
    );
    expect(listTold().flatMap(({ columns }) => columns).length).toBeGreaterThan(80);
    expect(lost).toEqual([]);
  });
});
