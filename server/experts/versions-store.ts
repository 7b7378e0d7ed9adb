import { and, asc, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import {
  type ExpertVersionRow,
  experts,
  expertVersions,
  providers,
  users,
} from '#server/db/schema.ts';
import { notFound } from '#server/errors.ts';
import { modelOf } from '#shared/ai-providers.ts';

export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

/** An arbitrary number. */
const versionsLock = 6_081_129;

/**
 * With row locks, simultaneous changes to expert and provider could record a combination that never existed. Held until
 * the transaction ends.
 */
export async function lockVersions(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${versionsLock})`);
}

/**
 * Where answers differ from the newest version. The caller holds `lockVersions`.
 * @param who authorId is null if no admin made the change.
 */
export async function recordVersionsOf(
  tx: Database,
  whose: { expertId: string } | { providerId: string },
  { authorId, now }: { authorId: string | null; now: Date },
): Promise<void> {
  const rows = await tx
    .select({ expert: experts, provider: providers, newest: expertVersions })
    .from(experts)
    .innerJoin(providers, eq(providers.id, experts.providerId))
    .leftJoin(expertVersions, eq(expertVersions.id, experts.versionId))
    .where(
      'expertId' in whose
        ? eq(experts.id, whose.expertId)
        : eq(experts.providerId, whose.providerId),
    )
    .orderBy(asc(experts.id));
  for (const { expert, provider, newest } of rows) {
    const { systemPrompt, validator, providerId } = expert;
    const content = { systemPrompt, validator, providerId, model: modelOf(provider) };
    if (newest && isSame(newest, content)) continue;
    const [added] = await tx
      .insert(expertVersions)
      .values({
        ...content,
        expertId: expert.id,
        version: (newest?.version ?? 0) + 1,
        authorId,
        createdAt: now,
      })
      .returning({ id: expertVersions.id });
    await tx.update(experts).set({ versionId: added?.id }).where(eq(experts.id, expert.id));
  }
}

type Content = Pick<VersionRow, 'systemPrompt' | 'validator' | 'providerId' | 'model'>;

function isSame(one: Content, other: Content): boolean {
  return (
    one.systemPrompt === other.systemPrompt &&
    one.validator === other.validator &&
    one.providerId === other.providerId &&
    one.model === other.model
  );
}

export async function listVersions(
  db: Database,
  expertId: string,
  { before, limit }: { before: number | null; limit: number },
) {
  return db
    .select({
      version: expertVersions.version,
      systemPrompt: expertVersions.systemPrompt,
      validator: expertVersions.validator,
      providerId: expertVersions.providerId,
      provider: providers,
      model: expertVersions.model,
      authorEmail: users.email,
      createdAt: expertVersions.createdAt,
    })
    .from(expertVersions)
    .innerJoin(providers, eq(providers.id, expertVersions.providerId))
    .leftJoin(users, eq(users.id, expertVersions.authorId))
    .where(
      and(
        eq(expertVersions.expertId, expertId),
        before === null ? undefined : lt(expertVersions.version, before),
      ),
    )
    .orderBy(desc(expertVersions.version))
    .limit(limit);
}

/** @throws {AppError} 404 */
export async function getVersion(
  tx: Database,
  expertId: string,
  version: number,
): Promise<ExpertVersionRow> {
  const [row] = await tx
    .select()
    .from(expertVersions)
    .where(and(eq(expertVersions.expertId, expertId), eq(expertVersions.version, version)));
  if (!row) throw notFound('Version');
  return row;
}
