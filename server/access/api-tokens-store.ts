import { createHash, randomBytes } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type ApiTokenRow, apiTokens, type UserRow, users } from '#server/db/schema.ts';
import { notFound } from '#server/errors.ts';
import { minuteMs } from '#shared/time.ts';

/** Begins every token for scripts, so that scanners of repositories find a lost one. */
const prefix = 'swk_';
const useIsStoredAfterMs = 5 * minuteMs;

export const isApiToken = (token: string) => token.startsWith(prefix);

/** @returns the token, which is stored nowhere. */
export async function createApiToken(
  tx: Database,
  { name, createdBy, now }: { name: string; createdBy: string; now: Date },
): Promise<{ row: ApiTokenRow; token: string }> {
  const token = prefix + randomBytes(32).toString('base64url');
  const [row] = await tx
    .insert(apiTokens)
    .values({ name, hash: hashToken(token), createdBy, createdAt: now })
    .returning();
  return { row: row as ApiTokenRow, token }; // an insert returns its row
}

/** Oldest first, without the revoked ones. */
export async function listApiTokens(
  db: Database,
): Promise<(ApiTokenRow & { createdByEmail: string })[]> {
  const rows = await db
    .select({ token: apiTokens, createdByEmail: users.email })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.createdBy))
    .where(isNull(apiTokens.revokedAt))
    .orderBy(asc(apiTokens.createdAt), asc(apiTokens.id));
  return rows.map(({ token, createdByEmail }) => ({ ...token, createdByEmail }));
}

/** @throws {AppError} 404, also for one that was revoked before. */
export async function revokeApiToken(tx: Database, id: string, now: Date): Promise<ApiTokenRow> {
  const [row] = await tx
    .update(apiTokens)
    .set({ revokedAt: now })
    .where(and(eq(apiTokens.id, id), isNull(apiTokens.revokedAt)))
    .returning();
  if (!row) throw notFound('Token');
  return row;
}

/** The admin who made it; null for an unknown or revoked one, and once they are no admin any more. */
export async function findScriptOwner(
  db: Database,
  token: string,
  now: Date,
): Promise<UserRow | null> {
  const [row] = await db
    .select({ token: apiTokens, user: users })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.createdBy))
    .where(
      and(
        eq(apiTokens.hash, hashToken(token)),
        isNull(apiTokens.revokedAt),
        isNull(users.deletedAt),
        eq(users.role, 'ADMIN'),
      ),
    );
  if (!row) return null;
  const { id, lastUsedAt } = row.token;
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() > useIsStoredAfterMs) {
    await db.update(apiTokens).set({ lastUsedAt: now }).where(eq(apiTokens.id, id));
  }
  return row.user;
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
