import { createApiToken, listApiTokens, revokeApiToken } from '#server/access/api-tokens-store.ts';
import { recordChange } from '#server/access/audit/store.ts';
import type { ApiTokenRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ApiToken } from '#shared/api/api-tokens.ts';

export async function listTokens({ db }: Runtime): Promise<ApiToken[]> {
  const rows = await listApiTokens(db);
  return rows.map((row) => toApiToken(row, row.createdByEmail));
}

/** `secret` is stored nowhere. */
export async function addToken(
  { db, clock }: Runtime,
  admin: { id: string; email: string },
  name: string,
): Promise<{ token: ApiToken; secret: string }> {
  const now = clock.now();
  return transact(db, async (tx) => {
    const { row, token: secret } = await createApiToken(tx, { name, createdBy: admin.id, now });
    await recordChange(tx, {
      ...{ actorId: admin.id, action: 'api-token.create', entity: 'api-token', entityId: row.id },
      ...{ before: null, after: { name }, now },
    });
    return { token: toApiToken(row, admin.email), secret };
  });
}

/** @throws {AppError} 404, also for one that was revoked before. */
export async function revokeToken(
  { db, clock }: Runtime,
  { actorId, id }: { actorId: string; id: string },
): Promise<void> {
  const now = clock.now();
  await transact(db, async (tx) => {
    await revokeApiToken(tx, id, now);
    await recordChange(tx, {
      ...{ actorId, action: 'api-token.revoke', entity: 'api-token', entityId: id },
      ...{ before: { isRevoked: false }, after: { isRevoked: true }, now },
    });
  });
}

function toApiToken({ id, name, createdAt, lastUsedAt }: ApiTokenRow, createdBy: string): ApiToken {
  return {
    ...{ id, name, createdBy },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
