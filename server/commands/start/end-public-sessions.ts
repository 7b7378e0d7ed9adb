import { eq, inArray } from 'drizzle-orm';
import { knownEmail, publicPassword } from '#server/access/sandbox-admin.ts';
import { findUserByEmail } from '#server/access/users-store.ts';
import { tokens, users } from '#server/db/schema.ts';
import { hashPassword, isPassword } from '#server/people/passwords/passwords.ts';
import type { Runtime } from '#server/runtime.ts';

/** Ends sessions opened with the sandbox's public password, as soon as a real service is set up or others can reach it. */
export async function endPublicSessions({ db, config, log }: Runtime): Promise<void> {
  if (config.sandbox.takesKnownPassword) return;
  const hash = (await findUserByEmail(db, knownEmail))?.passwordHash;
  if (!hash || !(await isPassword(hash, publicPassword))) return;
  // The demo's people have the admin's password hash, too.
  const holders = db.select({ id: users.id }).from(users).where(eq(users.passwordHash, hash));
  const ended = await db
    .delete(tokens)
    .where(inArray(tokens.userId, holders))
    .returning({ id: tokens.id });
  if (ended.length > 0) log.warn({ sessions: ended.length }, "ended the sandbox's sessions");
}

/** Others know the public password, so where they can reach the sandbox its people have another one, and back. */
export async function renewSandboxPassword({ db, config }: Runtime): Promise<void> {
  const { password, otherPassword } = config.admin ?? {};
  const hash = (await findUserByEmail(db, knownEmail))?.passwordHash;
  if (!password || !otherPassword || !hash || !(await isPassword(hash, otherPassword))) return;
  const passwordHash = await hashPassword(password);
  await db.update(users).set({ passwordHash }).where(eq(users.passwordHash, hash));
}
