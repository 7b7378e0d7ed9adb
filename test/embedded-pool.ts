import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';

type Embedded = {
  client: PGlite;
  /** Tables that hold rows in the template, such as the queue's own settings. */
  kept: string[];
  schema: string;
};

const idle: Embedded[] = [];

/**
 * Starting an embedded database costs more than most tests, so the files of a worker share a few.
 * `release` removes every row that the template does not have, or the database if its schema was changed.
 */
export async function takeEmbedded(
  dumpPath: string,
): Promise<{ client: PGlite; release: () => Promise<void> }> {
  const embedded = idle.pop() ?? (await start(dumpPath));
  return {
    client: embedded.client,
    async release() {
      if ((await readSchema(embedded.client)) !== embedded.schema) return embedded.client.close();
      await empty(embedded);
      idle.push(embedded);
    },
  };
}

async function start(dumpPath: string): Promise<Embedded> {
  const client = await PGlite.create({ loadDataDir: new Blob([readFileSync(dumpPath)]) });
  return { client, kept: await listFilledTables(client), schema: await readSchema(client) };
}

/** Every new table, column, function, trigger or constraint changes it. */
async function readSchema(client: PGlite): Promise<string> {
  const { rows } = await client.query(
    `select (select max(oid) from pg_class) as classes, (select count(*) from pg_attribute) as columns,
       (select max(oid) from pg_proc) as functions, (select max(oid) from pg_trigger) as triggers,
       (select max(oid) from pg_constraint) as constraints`,
  );
  return JSON.stringify(rows);
}

async function empty({ client, kept }: Embedded): Promise<void> {
  const filled = (await listFilledTables(client)).filter((table) => !kept.includes(table));
  if (filled.length === 0) return;
  // The ledger's trigger refuses to truncate it.
  await client.exec(`set session_replication_role = replica;
    truncate ${filled.join(', ')} restart identity cascade`);
  await client.exec('discard all');
}

let filledTables: string | undefined;

async function listFilledTables(client: PGlite): Promise<string[]> {
  filledTables ??= await buildFilledTables(client);
  const { rows } = await client.query<{ name: string }>(filledTables);
  return rows.map(({ name }) => name);
}

async function buildFilledTables(client: PGlite): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'pgboss')`,
  );
  return rows
    .map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
    .join(' union all ');
}
