import { z } from 'zod';
import type { Database } from '#server/db/client.ts';
import type { ProviderRow } from '#server/db/schema.ts';
import { badRequest } from '#server/errors.ts';
import type { Answerers } from '#server/pipeline/write-reply.ts';
import { findProvider } from '#server/providers/store.ts';
import type { testDraftRequest } from '#shared/api/ai-testing.ts';

type Draft = z.output<typeof testDraftRequest>['draft'];

/**
 * A blank field is an empty one, an unsent one is as saved.
 * @throws {AppError} 400 for an unknown provider.
 */
export async function applyDraft(
  db: Database,
  saved: Answerers,
  { providerId, fallbackProviderId, ...texts }: Draft,
): Promise<Answerers> {
  const sent = Object.entries(texts).filter(([, text]) => text !== undefined);
  const blanked = Object.fromEntries(sent.map(([name, text]) => [name, text || null]));
  const findFallback = async () =>
    fallbackProviderId ? getChosen(db, 'fallbackProviderId', fallbackProviderId) : null;
  return {
    expert: { ...saved.expert, ...blanked },
    provider: providerId ? await getChosen(db, 'providerId', providerId) : saved.provider,
    fallback: fallbackProviderId === undefined ? saved.fallback : await findFallback(),
  };
}

/** @throws {AppError} 400 */
async function getChosen(db: Database, name: string, id: string): Promise<ProviderRow> {
  const provider = z.uuid().safeParse(id).success ? await findProvider(db, id) : null;
  if (!provider) throw badRequest(`draft.${name}: There is no AI provider ${id}`);
  return provider;
}
