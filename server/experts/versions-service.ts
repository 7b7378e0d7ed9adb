import { conflict, notFound } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { modelOf } from '#shared/ai-providers.ts';
import {
  type ExpertVersion,
  type RestoredVersionReply,
  versionedFields,
} from '#shared/api/expert-versions.ts';
import { findProvider } from './providers/store.ts';
import { applyChange } from './service.ts';
import { getVersion, listVersions, type VersionRow } from './versions-store.ts';

/**
 * Newest first, each with what it changed.
 * @returns one more than `limit` if there are more.
 * @throws {AppError} 404
 */
export async function listHistory(
  { db }: Runtime,
  expertId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<ExpertVersion[]> {
  // One more, to compare the page's oldest.
  const rows = await listVersions(db, expertId, { before, limit: limit + 1 });
  if (rows.length === 0 && before === null) throw notFound('Expert');
  return rows.map((row, index) => toVersion(row, rows[index + 1]));
}

/**
 * Not the model, which other experts may share. Drops a fallback that equals the restored provider.
 * @throws {AppError} 404 for an unknown version, 409 if its provider is inactive.
 */
export async function restoreVersion(
  runtime: Runtime,
  actorId: string,
  { id, version }: { id: string; version: number },
): Promise<RestoredVersionReply> {
  const notes: string[] = [];
  const who = { actorId, action: 'expert.restore', id };
  const expert = await applyChange(runtime, who, async (tx, old) => {
    const { systemPrompt, validator, providerId, model } = await getVersion(tx, id, version);
    const provider = await findProvider(tx, providerId);
    if (!provider) throw notFound('AI provider');
    const { displayName } = provider;
    if (!provider.isActive && providerId !== old.providerId) {
      throw conflict(
        `Version ${version} used ${displayName}, which is inactive now. Copy its prompt instead.`,
      );
    }
    const modelNow = modelOf(provider);
    if (model && model !== modelNow) {
      notes.push(
        `${displayName} now uses ${modelNow}; version ${version} used ${model}. The model belongs to the AI provider, so it did not change.`,
      );
    }
    const change = { systemPrompt, validator, providerId };
    if (old.fallbackProviderId !== providerId) return change;
    notes.push(`${displayName} was the fallback. It answers first now, so there is no fallback.`);
    return { ...change, fallbackProviderId: null };
  });
  return { expert, note: notes.join(' ') || null };
}

function toVersion(row: VersionRow, before: VersionRow | undefined): ExpertVersion {
  const { version, systemPrompt, validator, providerId, provider, model } = row;
  return {
    version,
    systemPrompt,
    validator,
    provider: { id: providerId, displayName: provider.displayName },
    model,
    author: row.authorEmail === null ? null : { email: row.authorEmail },
    createdAt: row.createdAt.toISOString(),
    changed: before ? versionedFields.filter((field) => differs(field, row, before)) : [],
  };
}

function differs(
  field: (typeof versionedFields)[number],
  one: VersionRow,
  other: VersionRow,
): boolean {
  if (field === 'provider') return one.providerId !== other.providerId;
  return one[field] !== other[field];
}
