import type { z } from 'zod';
import type { Database } from '#server/db/client.ts';
import { getChosenProvider } from '#server/experts/requirements.ts';
import type { Answerers } from '#server/journey/answer/write-reply.ts';
import type { testDraftRequest } from '#shared/api/ai-testing.ts';

type Draft = z.output<typeof testDraftRequest>['draft'];

/**
 * A blank field empties the saved one.
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
    fallbackProviderId
      ? getChosenProvider(db, 'draft.fallbackProviderId', fallbackProviderId)
      : null;
  return {
    expert: { ...saved.expert, ...blanked },
    provider: providerId
      ? await getChosenProvider(db, 'draft.providerId', providerId)
      : saved.provider,
    fallback: fallbackProviderId === undefined ? saved.fallback : await findFallback(),
  };
}
