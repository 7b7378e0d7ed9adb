export type Run = (statement: string) => Promise<Record<string, unknown>[]>;

export type Beginning = {
  /** They keep their rows, such as the queue's settings. */
  kept: string[];
  schema: string;
};

export async function readBeginning(run: Run): Promise<Beginning> {
  return { kept: await listFilledTables(run), schema: await readSchema(run) };
}

/** False if a test has changed the schema. */
export async function emptyDatabase(run: Run, { kept, schema }: Beginning): Promise<boolean> {
  if ((await readSchema(run)) !== schema) return false;
  const filled = (await listFilledTables(run)).filter((table) => !kept.includes(table));
  if (filled.length === 0) return true;
  // The ledger refuses to be emptied.
  await run('alter table credit_entries disable trigger user');
  await run(`truncate ${filled.join(', ')} restart identity cascade`);
  await run('alter table credit_entries enable trigger user');
  return true;
}

/** Every new table, column, function, trigger or constraint changes it. */
async function readSchema(run: Run): Promise<string> {
  const rows = await run(
    `select (select max(oid) from pg_class) as classes, (select count(*) from pg_attribute) as columns,
       (select max(oid) from pg_proc) as functions, (select max(oid) from pg_trigger) as triggers,
       (select max(oid) from pg_constraint) as constraints`,
  );
  return JSON.stringify(rows);
}

let filledTables: string | undefined;

async function listFilledTables(run: Run): Promise<string[]> {
  filledTables ??= await buildFilledTables(run);
  return (await run(filledTables)).map(({ name }) => String(name));
}

async function buildFilledTables(run: Run): Promise<string> {
  const rows = await run(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = 'public'`,
  );
  return rows
    .map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
    .join(' union all ');
}
