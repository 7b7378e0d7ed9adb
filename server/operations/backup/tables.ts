import { type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf, toArray } from '#server/db/client.ts';
import { isKnownSchema } from '#server/db/migrate-to.ts';
import { readMigrations } from '#server/db/migrations.ts';

export type Table = {
  name: string;
  columns: string[];
  /** Null without a counted column. */
  counted: { column: string; last: string | null } | null;
};

type Reference = { from: string; to: string };

/** Ours, each after those that it refers to. */
export async function listTables(tx: Database): Promise<Table[]> {
  const tables = await rowsOf<Table>(tx, selectTables(await readSchema(tx)));
  const references = await rowsOf<Reference>(tx, selectReferences);
  const sorted: Table[] = [];
  while (sorted.length < tables.length) {
    const isSorted = (name: string) => sorted.some((table) => table.name === name);
    const next = tables.find(
      ({ name }) =>
        !isSorted(name) &&
        references.every(({ from, to }) => from !== name || to === name || isSorted(to)),
    );
    if (!next) throw new Error('Tables refer to each other in a circle');
    sorted.push(next);
  }
  return sorted;
}

const created = /create table (?:if not exists )?"?(\w+)/gi;

/** Others may have theirs in the same database. Null for a schema that we don't know: we can't tell them from new ones. */
function listOwnNames(schema: number | null): string[] | null {
  if (schema !== null && !isKnownSchema(schema)) return null;
  const statements = readMigrations().flatMap((migration) => migration.statements);
  return statements.flatMap((statement) =>
    [...statement.matchAll(created)].map(([, name = '']) => name),
  );
}

/** All of ours but the one that migrations fill. */
function selectTables(schema: number | null): SQL {
  const names = listOwnNames(schema);
  const isOurs = names ? sql`relname = any(${toArray(names)}::text[])` : sql`true`;
  return sql`
  select relname as name,
    (select json_agg(attname order by attnum) from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    (select json_build_object('column', attname, 'last', pg_sequence_last_value(
        pg_get_serial_sequence(quote_ident(relname), attname)::regclass)::text) from pg_attribute
      where attrelid = pg_class.oid and attidentity <> '') as counted
  from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
    and relname <> 'schema_contracts' and ${isOurs}
  order by relname`;
}

const selectReferences = sql`
  select own.relname as from, other.relname as to from pg_constraint
  join pg_class own on own.oid = conrelid join pg_class other on other.oid = confrelid
  where contype = 'f' and connamespace = current_schema()::regnamespace`;

/** Null before the first migration. */
export async function readSchema(db: Database): Promise<number | null> {
  const [found] = await rowsOf<{ name: string | null }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (!found?.name) return null;
  const [row] = await rowsOf<{ newest: string | null }>(
    db,
    sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`,
  );
  return row?.newest ? Number(row.newest) : null;
}

/** Of a row's text, so the text must not depend on the session. */
export async function fixText(tx: Database): Promise<void> {
  await tx.execute(
    sql`select set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true),
          set_config('extra_float_digits', '1', true)`,
  );
}

/** The same on every server, in any order of the rows. */
export const checksum = sql`hashtextextended(line, 0)`;

export async function measureTable(
  tx: Database,
  name: string,
): Promise<{ rows: number; sum: string }> {
  const [measured] = await rowsOf<{ rows: number; sum: string }>(
    tx,
    sql`select count(*)::int as rows, coalesce(sum(${checksum}::numeric), 0)::text as sum
        from (select row_to_json(t)::text as line from ${sql.identifier(name)} as t) as lines`,
  );
  return measured as { rows: number; sum: string }; // an aggregate is one row
}

/** @returns the first table with rows. */
export async function findFilledTable(db: Database): Promise<string | null> {
  const tables = await rowsOf<{ name: string }>(db, selectTables(await readSchema(db)));
  for (const { name } of tables) {
    const found = await rowsOf(db, sql`select 1 from ${sql.identifier(name)} limit 1`);
    if (found.length > 0) return name;
  }
  return null;
}
