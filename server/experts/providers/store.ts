import { and, asc, eq, sql } from 'drizzle-orm';
import type { Secrets } from '#server/access/secrets/secrets.ts';
import type { ModelSettings } from '#server/ai/model.ts';
import type { Database } from '#server/db/client.ts';
import { type ProviderRow, providers, type StoredOutage } from '#server/db/schema.ts';
import { notFound } from '#server/errors.ts';
import { type AiProviderKey, modelOf } from '#shared/ai-providers.ts';
import { maxTokensDefault, temperatureRange } from '#shared/limits.ts';

/** With the decrypted key, which must never leave the server. */
export type CallableProvider = {
  key: AiProviderKey;
  displayName: string;
  isActive: boolean;
  settings: Omit<ModelSettings, 'defaultBaseUrl'>;
};

/** @throws {SecretUnreadable} for a key sealed with another SECRET_KEY. */
export function toCallable(row: ProviderRow, secrets: Secrets): CallableProvider {
  const { key, displayName, isActive } = row;
  const settings = toModelSettings(row, openApiKey(secrets, row));
  return { key, displayName, isActive, settings };
}

/** @throws {SecretUnreadable} for a key sealed with another SECRET_KEY. */
export function openApiKey(secrets: Secrets, { id, apiKey }: ProviderRow): string {
  return secrets.open({ column: 'providers.api_key', row: id }, apiKey);
}

export function toModelSettings(
  provider: Pick<ProviderRow, 'key' | 'config'>,
  apiKey: string,
): CallableProvider['settings'] {
  const { config } = provider;
  return {
    apiKey,
    model: modelOf(provider),
    temperature: config.temperature ?? temperatureRange.initial,
    maxTokens: config.maxTokens ?? maxTokensDefault,
    useWebSearch: config.useWebSearch ?? false,
    webSearchDomains: config.webSearchDomains ?? [],
    baseUrl: config.baseUrl || null,
  };
}

export type NewProvider = typeof providers.$inferInsert;

export async function listProviders(db: Database): Promise<ProviderRow[]> {
  return db.select().from(providers).orderBy(asc(providers.createdAt), asc(providers.id));
}

export async function findProvider(db: Database, id: string): Promise<ProviderRow | null> {
  const [row] = await db.select().from(providers).where(eq(providers.id, id));
  return row ?? null;
}

/** @throws {AppError} 404 */
export async function getProvider(db: Database, id: string): Promise<ProviderRow> {
  const provider = await findProvider(db, id);
  if (!provider) throw notFound('AI provider');
  return provider;
}

export async function lockProvider(tx: Database, id: string): Promise<ProviderRow> {
  const [row] = await tx.select().from(providers).where(eq(providers.id, id)).for('update');
  if (!row) throw notFound('AI provider');
  return row;
}

export async function createProvider(tx: Database, provider: NewProvider): Promise<ProviderRow> {
  const [row] = await tx.insert(providers).values(provider).returning();
  return row as ProviderRow;
}

/** Health is no edit: keeps the revision. */
export async function setOutage(
  db: Database,
  id: string,
  outage: StoredOutage | null,
): Promise<void> {
  await db.update(providers).set({ outage }).where(eq(providers.id, id));
}

/** @returns false if another process was first. */
export async function replaceOutage(
  db: Database,
  id: string,
  { old, next }: { old: StoredOutage; next: StoredOutage },
): Promise<boolean> {
  const rows = await db
    .update(providers)
    .set({ outage: next })
    .where(and(eq(providers.id, id), sql`${providers.outage} ->> 'nextTryAt' = ${old.nextTryAt}`))
    .returning({ id: providers.id });
  return rows.length > 0;
}

export async function updateProvider(
  tx: Database,
  id: string,
  change: Partial<NewProvider>,
): Promise<ProviderRow> {
  const [row] = await tx
    .update(providers)
    .set({ ...change, revision: sql`${providers.revision} + 1` })
    .where(eq(providers.id, id))
    .returning();
  return row as ProviderRow;
}
