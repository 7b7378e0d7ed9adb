import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { hourMs } from '#shared/time.ts';
import type { OpenDatabase } from './client.ts';
import { hasErrorCode } from './error-code.ts';
import { openSession, type Session } from './migration-session.ts';
import { isConcurrent, type Migration, withoutConcurrently } from './migrations.ts';

/** What waits for a table's lock holds up every text behind it, so it waits briefly and lets them pass. */
const firstLockMs = 500;
/** Storing a text gives up after 2 s. */
const maxLockMs = 1_500;
const defaultPauseMs = 2_000;
/** Then the start fails, and its supervisor tries again. */
const maxTryMs = hourMs;

export type MigrationOptions = { log?: Logger | undefined; pauseMs?: number };

/** Applies what is missing, oldest first, in one process at a time. What a killed process began is finished. */
export async function runMigrations(
  open: OpenDatabase,
  migrations: Migration[],
  { log, pauseMs = defaultPauseMs }: MigrationOptions = {},
): Promise<void> {
  const session = await openSession(open);
  try {
    await session.takeTurn();
    const applied = await readApplied(session);
    for (const migration of migrations.filter(({ when }) => !applied.has(when))) {
      const patience = { log: log?.child({ migration: migration.tag }), pauseMs };
      await insist(patience, (lockMs) => apply(session, migration, lockMs));
    }
  } finally {
    await session.close();
  }
}

/** The table is Drizzle's, whose migrator older versions use. */
async function readApplied(session: Session): Promise<Set<number>> {
  await session.run('create schema if not exists drizzle');
  await session.run(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  const rows = await session.run(
    'select created_at::text as when from drizzle.__drizzle_migrations',
  );
  return new Set(rows.map(({ when }) => Number(when)));
}

/** Repeats what gave up waiting for a lock, or was in a deadlock's way. */
async function insist(
  { log, pauseMs }: { log: Logger | undefined; pauseMs: number },
  work: (lockMs: number) => Promise<void>,
): Promise<void> {
  const since = performance.now();
  for (let lockMs = firstLockMs; ; lockMs = Math.min(lockMs * 1.2, maxLockMs)) {
    try {
      return await work(Math.round(lockMs));
    } catch (error) {
      const isBusy = hasErrorCode(error, '55P03') || hasErrorCode(error, '40P01');
      if (!isBusy || performance.now() - since > maxTryMs) throw error;
      log?.warn('a migration waits for a lock, and lets texts pass meanwhile');
      await sleep(pauseMs);
    }
  }
}

async function apply(session: Session, migration: Migration, lockMs: number): Promise<void> {
  if (isConcurrent(migration) && session.isShared) {
    await session.run('set lock_timeout = 0');
    for (const statement of migration.statements) await runConcurrently(session, statement);
    return inTransaction(session, lockMs, () => record(session, migration));
  }
  await inTransaction(session, lockMs, async () => {
    for (const statement of migration.statements) await session.run(withoutConcurrently(statement));
    await record(session, migration);
  });
}

async function inTransaction(
  session: Session,
  lockMs: number,
  work: () => Promise<void>,
): Promise<void> {
  await session.run('begin');
  try {
    await session.run(`set local lock_timeout = ${lockMs}`);
    await work();
    await session.run('commit');
  } catch (error) {
    await session.run('rollback').catch(() => {}); // the first error says why
    throw error;
  }
}

async function record(session: Session, { tag, when, hash, needs }: Migration): Promise<void> {
  await session.run('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    hash,
    when,
  ]);
  if (!needs) return;
  await session.run(
    'insert into schema_contracts (migration, needs, needs_at) values ($1, $2, $3) on conflict do nothing',
    [tag, needs.tag, needs.when],
  );
}

const newIndex =
  /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)/i;

/** An index that was left unfinished is of no use, and a unique one refuses rows all the same. */
async function runConcurrently(session: Session, statement: string): Promise<void> {
  const name = newIndex.exec(statement)?.[1];
  if (name === undefined) return void (await session.run(statement));
  const [index] = await session.run(
    'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
    [`"${name}"`],
  );
  if (index?.isValid) return;
  const drop = () => session.run(`drop index concurrently if exists "${name}"`);
  if (index) await drop();
  try {
    await session.run(statement);
  } catch (error) {
    await drop().catch(() => {}); // the next try drops it
    throw error;
  }
}
