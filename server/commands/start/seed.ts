import { eq, sql } from 'drizzle-orm';
import { ConfigError } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { limitStatements, longMs } from '#server/db/limit-statements.ts';
import { experts, users } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { findPasswordProblem } from '#server/people/passwords/password-strength.ts';
import { hashPassword } from '#server/people/passwords/passwords.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Demo } from '#shared/demo.ts';
import { endPublicSessions, renewSandboxPassword } from './end-public-sessions.ts';
import { seedDemo } from './seed-demo.ts';

/** Arbitrary. Taken so that of processes that start together, one seeds. */
const seedLock = 7_314_903;

/**
 * Creates the first admin from the settings and, in an empty sandbox, the demo. Outside a sandbox, ends sessions that
 * the demo's password opened.
 * @param loadDemo called at the first start only.
 * @throws {ConfigError} for an ADMIN_PASSWORD that is easy to guess.
 */
export async function seed(runtime: Runtime, loadDemo: () => Promise<Demo>): Promise<void> {
  await endPublicSessions(runtime);
  await renewSandboxPassword(runtime);
  const { admin, sandbox } = runtime.config;
  if (!admin || (await isSeeded(runtime.db))) return;
  // The sandbox's password is known to be good, and checking it would slow down the first start.
  const problem = admin.isSandboxDefault
    ? null
    : await findPasswordProblem(admin.password, admin.email);
  if (problem) throw new ConfigError([`ADMIN_PASSWORD can't be used: ${problem}`]);
  const passwordHash = await hashPassword(admin.password);
  await transact(runtime.db, async (tx) => {
    await limitStatements(tx, longMs);
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
    if (await isSeeded(tx)) return;
    const email = admin.email.toLowerCase();
    const emailVerifiedAt = runtime.clock.now();
    await tx.insert(users).values({ email, emailVerifiedAt, passwordHash, role: 'ADMIN' });
    const [expert] = await tx.select({ id: experts.id }).from(experts).limit(1);
    if (sandbox.channels.includes('SMS') && sandbox.ai.includes('openai') && !expert)
      await seedDemo(tx, { demo: await loadDemo(), runtime, passwordHash });
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
