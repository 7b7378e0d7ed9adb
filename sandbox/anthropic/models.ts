import { createCatalog } from '../models/catalog.ts';

/** Newest first. */
export const models = createCatalog([
  'claude-opus-5-5',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
  'claude-fable-5-2',
  'claude-opus-5',
  'claude-sonnet-5',
  'claude-fable-5',
  'claude-opus-4-8',
  'claude-opus-4-7',
  'claude-opus-4-6',
  'claude-sonnet-4-6',
  'claude-opus-4-5',
  'claude-haiku-4-5',
  'claude-sonnet-4-5',
]);

const defaultLimit = 20;

export function listModels(query: unknown) {
  const { limit = defaultLimit, after_id: cursor = '' } = query as Record<string, string>;
  const rest = models.ids.slice(models.ids.indexOf(cursor) + 1);
  const ids = rest.slice(0, Number(limit));
  return {
    data: ids.map(showModel),
    first_id: ids.at(0) ?? null,
    last_id: ids.at(-1) ?? null,
    has_more: rest.length > ids.length,
  };
}

export function showModel(id: string) {
  return {
    type: 'model',
    id,
    display_name: toDisplayName(id),
    created_at: '2026-01-01T00:00:00Z',
  };
}

/** `claude-sonnet-4-5-20250929` → `Claude Sonnet 4.5` */
function toDisplayName(id: string): string {
  const words = id
    .replace(/-\d{8}$/, '')
    .replace(/(\d)-(\d)/, '$1.$2')
    .split('-');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
