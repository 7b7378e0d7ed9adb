import { eq, sql } from 'drizzle-orm';
import { hashPassword } from './auth/passwords.ts';
import type { Database } from './db/client.ts';
import { experts, users } from './db/schema.ts';
import { fillSandbox } from './demo/fill-sandbox.ts';
import type { Runtime } from './runtime.ts';

/** Processes that start together must not seed twice; any number will do. */
const seedLock = 7_314_903;

/**
 * Makes the first admin where settings name one and there is none, and fills an empty sandbox so that
 * its first minute is good.
 */
export async function seed(runtime: Runtime): Promise<void> {
  const { admin, sandbox } = runtime.config;
  if (!admin || (await isSeeded(runtime.db))) return;
  const passwordHash = await hashPassword(admin.password);
  await runtime.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
    if (await isSeeded(tx)) return;
    const email = admin.email.toLowerCase();
    await tx.insert(users).values({ email, passwordHash, role: 'ADMIN' });
    const [expert] = await tx.select({ id: experts.id }).from(experts).limit(1);
    if (sandbox.channels.includes('SMS') && sandbox.ai.includes('openai') && !expert)
      await fillSandbox(tx, runtime, passwordHash);
  });
}

async function isSeeded(db: Database): Promise<boolean> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.role, 'ADMIN'))
    .limit(1);
  return row !== undefined;
}
