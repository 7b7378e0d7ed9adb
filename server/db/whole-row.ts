import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** A row as one JSON value: drivers take longer to read a hundred columns than to parse it. Null without a row. */
export function wholeRow(table: PgTable): SQL {
  return sql`to_json(${sql.identifier(getTableName(table))})`;
}

/** @param row from `wholeRow` of the table. */
export function readRow<Row>(table: PgTable, row: Record<string, unknown>): Row {
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([key, column]) => {
      const value = row[column.name] ?? null;
      return [key, value === null ? null : column.mapFromDriverValue(value)];
    }),
  ) as Row;
}
