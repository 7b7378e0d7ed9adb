import { createCatalog } from '../models/catalog.ts';

/** The sandbox answers after them, too. */
const shutdownDates: Record<string, string | null> = {
  'gpt-6-astra': null,
  'gpt-6.1-sol': null,
  'gpt-6.1-terra': null,
  'gpt-6-sol': null,
  'gpt-6-luna': null,
  'gpt-5.6': null,
  'gpt-5.6-sol': null,
  'gpt-5.6-terra': null,
  'gpt-5.6-luna': null,
  'gpt-5.5': null,
  'gpt-5.4': null,
  'gpt-5.4-pro': null,
  'gpt-5.4-mini': null,
  'gpt-5.4-nano': null,
  'gpt-5.3-chat-latest': null,
  'gpt-5.2': null,
  'gpt-5.2-pro': null,
  'gpt-5.1': '2027-04-01',
  'gpt-5': '2026-12-11',
  'gpt-5-mini': '2026-12-11',
  'gpt-5-nano': '2026-12-11',
  'gpt-5-pro': '2026-12-11',
  o3: '2026-12-11',
  'gpt-4.1': '2027-01-14',
  'gpt-4.1-mini': '2027-01-14',
  'gpt-4o': '2027-01-14',
  'gpt-4o-mini': '2027-01-14',
  'gpt-4.1-nano': '2026-10-23',
  'o3-mini': '2026-10-23',
  'o4-mini': '2026-10-23',
  'gpt-4': null,
  'gpt-3.5-turbo': '2026-10-23',
  'text-embedding-3-small': null,
  'text-embedding-3-large': null,
  'omni-moderation-latest': null,
};

const ids = Object.keys(shutdownDates);
const isEmbedding = (id: string) => id.includes('embedding');
const isModeration = (id: string) => id.includes('moderation');

export const models = createCatalog(ids);
export const chatModels = createCatalog(ids.filter((id) => !isEmbedding(id) && !isModeration(id)));
export const embeddingModels = createCatalog(ids.filter(isEmbedding));
export const moderationModels = createCatalog(ids.filter(isModeration));

export function showModel(id: string) {
  return {
    id,
    object: 'model',
    created: 1_754_524_800,
    owned_by: 'system',
    shutdown_date: shutdownDates[id] ?? null,
  };
}
