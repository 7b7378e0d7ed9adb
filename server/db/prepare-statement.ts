import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from './client.ts';

const dialect = new PgDialect();

export type Statement<Row> = (db: Database, values: Record<string, unknown>) => Promise<Row[]>;

/**
 * Builds the text once: for a large statement Drizzle takes as long as the database. `values` fill its
 * `sql.placeholder`s. Sends at once, like `rowsOf`; a missing value throws at once.
 * @param limits.silenceMs after which its connection counts as dead, where that can't wait for the usual limit.
 */
export function prepareStatement<Row>(
  statement: SQL,
  limits?: { silenceMs: number },
): Statement<Row> {
  const { sql, params } = dialect.sqlToQuery(statement);
  return (db, values) => {
    const query = { sql, params: fillPlaceholders(params, values) };
    const prepared = db._.session.prepareQuery(query, undefined, undefined, false);
    // PreparingClient reads it there.
    if (limits && 'rawQueryConfig' in prepared)
      Object.assign(prepared.rawQueryConfig as object, limits);
    return prepared.execute().then((result) => (result as { rows: Row[] }).rows); // the drivers' types differ only in raw results
  };
}
