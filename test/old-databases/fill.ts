import type { Run } from '../empty-database.ts';

type Column = { table: string; name: string; type: string; target: string | null };

/** What a constraint asks for, where a type's usual value won't do. */
const chosen: Record<string, string> = {
  'attachments.source': `'{"url": "https://example.com/old.jpg"}'`,
  'bank_payments.plan': "'payg'",
  'bank_payments.state': "'paid'",
  'bank_payments.currency': "'usd'",
  'invitations.role': "'AGENT'",
  'labels.hue': "'green'",
  'owner_links.purpose': "'lock'",
  'owner_notices.event': `'{"kind": "locked"}'`,
  'phone_attempts.kind': "'text'",
  'risk_events.kind': "'self-harm'",
  'subscriptions.plan': "'monthly'",
  'subscriptions.status': "'canceled'",
  'test_messages.role': "'user'",
  'wakeups.job': "'answer-message'",
  'wakeups.thread_id': '(select id from threads limit 1)',
};

const usual: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: "'old'",
  timestamptz: 'now()',
  int2: '1',
  int4: '1',
  int8: '1',
  float8: '1',
  bool: 'false',
  jsonb: "'{}'",
  bytea: "'old'",
  tsvector: "'old'",
};

/** Gives every table a row: columns that must have a value get one, and point to rows that are there. */
export async function fillEmptyTables(run: Run): Promise<void> {
  const columns = (await run(neededColumns)) as Column[];
  const tables = await run(`select tablename as name from pg_tables where schemaname = 'public'`);
  const waiting = new Set(tables.map(({ name }) => String(name)));
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const table of waiting) {
      const own = columns.filter((column) => column.table === table);
      const isFilled = async (name: string) =>
        (await run(`select from "${name}" limit 1`)).length > 0;
      if (!(await isFilled(table))) {
        const targets = own.flatMap(({ target }) => (target && target !== table ? [target] : []));
        if ((await Promise.all(targets.map(isFilled))).includes(false)) continue;
        await run(insertInto(table, own));
      }
      waiting.delete(table);
      isDone = false;
    }
  }
  if (waiting.size > 0) throw new Error(`These tables stay empty: ${[...waiting].join(', ')}`);
}

function insertInto(table: string, columns: Column[]): string {
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const values = columns.map(toValue).join(', ');
  return columns.length === 0
    ? `insert into "${table}" default values`
    : `insert into "${table}" (${names}) values (${values})`;
}

function toValue({ table, name, type, target }: Column): string {
  const value = chosen[`${table}.${name}`];
  if (value) return value;
  if (target) return `(select id from "${target}" limit 1)`;
  const made = usual[type];
  if (!made) throw new Error(`${table}.${name}: ${type} has no usual value`);
  return made;
}

const neededColumns = `
  select c.relname as "table", a.attname as name, t.typname as type, target.relname as target
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  join pg_type t on t.oid = a.atttypid
  left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum]
  left join pg_class target on target.oid = f.confrelid
  where a.attnum > 0 and a.attnotnull and not a.atthasdef and a.attidentity = '' and not a.attisdropped
  order by c.relname, a.attnum`;
