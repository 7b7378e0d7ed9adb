import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/billing/ledger.ts';
import { rowsOf } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';
import { readMigrations } from '#server/db/migrations.ts';
import { type ExpertRow, experts } from '#server/db/schema.ts';
import { openTestDatabaseOf, type TestDatabase } from '#test/database.ts';
import { startTestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { secretKey } from './secret-key.ts';

const folder = import.meta.dirname;
const dumps = globSync('*.sql', { cwd: folder }).sort();

it('there is one', () => {
  expect(dumps).toContain('0014_unsent-questions.sql');
});

describe.each(dumps)('the database that ends with %s', (name) => {
  const dump = readFileSync(join(folder, name), 'utf8');

  it('was made by migrations that are still the same', () => {
    const inserted =
      /^INSERT INTO drizzle\.__drizzle_migrations VALUES \(\d+, '(\w+)', (\d+)\);$/gm;
    const recorded = [...dump.matchAll(inserted)].map(([, hash, when]) => ({
      hash,
      when: Number(when),
    }));
    expect(recorded.length).toBeGreaterThanOrEqual(15);
    const known = readMigrations().map(({ hash, when }) => ({ hash, when }));
    expect(known.slice(0, recorded.length)).toEqual(recorded);
  });

  it('is opened with every row, its ledger adds up, and a text is answered on it', async () => {
    const open = await openTestDatabaseOf(dump);
    const before = await countRows(open);
    expect(Object.values(before)).not.toContain(0);
    await migrate(open);
    expect(await countRows(open)).toMatchObject(before);
    const ledger = await verifyLedger(open.db);
    expect(ledger).toMatchObject({ findings: [] });
    expect(ledger.entries).toBeGreaterThan(20);

    const test = await startTestApp({ SECRET_KEY: secretKey }, open);
    try {
      const { phone, expert, writtenAt } = await findTalk(open);
      // The connection is as old as the file.
      await test.advance(writtenAt.getTime() + 60_000 - Date.now());
      await test.runUntilIdle();
      const { text, messagesOf } = createTexter(test, expert);
      const old = (await messagesOf(phone)).length;
      await text(phone, 'What is 12*7?');
      await test.runUntilIdle();
      const [asked, ...answers] = (await messagesOf(phone)).slice(old);
      expect(asked).toMatchObject({ body: 'What is 12*7?', answerState: 'answered' });
      expect(answers).toContainEqual(
        expect.objectContaining({ origin: 'ai', replyToId: asked?.id, deliveryState: 'delivered' }),
      );
      expect((await verifyLedger(open.db)).findings).toEqual([]);
    } finally {
      await test.close();
    }
  });
});

/** Of each table; the file has a row in all that there were. */
async function countRows({ db }: TestDatabase): Promise<Record<string, number>> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await rowsOf<{ count: number }>(
      db,
      sql`select count(*)::int as count from ${sql.identifier(name)}`,
    );
    counts[name] = row?.count ?? 0;
  }
  return counts;
}

/** Of a person with an account. */
async function findTalk({ db }: TestDatabase) {
  const [talk] = await rowsOf<{ phone: string; expertId: string }>(
    db,
    sql`select threads.handle as phone, expert_id as "expertId" from threads
        join users on users.id = user_id and users.phone_number = threads.handle
        join experts on experts.id = expert_id
        where experts.channel = 'SMS' and threads.message_count > 0 order by threads.id desc limit 1`,
  );
  if (!talk) throw new Error('The file has no conversation');
  const [expert] = await db.select().from(experts).where(eq(experts.id, talk.expertId));
  const [newest] = await rowsOf<{ at: string }>(
    db,
    sql`select max(created_at)::text as at from labels`,
  );
  return { phone: talk.phone, expert: expert as ExpertRow, writtenAt: new Date(newest?.at ?? '') };
}
