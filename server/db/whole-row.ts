import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** A row as one JSON value: drivers take longer to read a hundred columns than to parse it. Null without a row. */
export function wholeRow<Row>(table: PgTable): SQL<Row> {
  const columns = Object.entries(getTableColumns(table));
  const read = (row: Record<string, unknown>) =>
    Object.fromEntries(
      columns.map(([key, column]) => {
        const value = row[column.name] ?? null;
        return [key, value === null ? null : column.mapFromDriverValue(value)];
      }),
    ) as Row;
  return sql`to_json(${sql.identifier(getTableName(table))})`.mapWith(read);
}
