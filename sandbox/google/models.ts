import { createCatalog } from '../models/catalog.ts';

/** Without those that Google has shut down, such as gemini-pro. */
export const models = createCatalog([
  'gemini-4-argon',
  'gemini-3.8-flash',
  'gemini-3.7-flash',
  'gemini-3.6-flash',
  'gemini-3.5-flash',
  'gemini-3.5-flash-lite',
  'gemini-3.1-pro-preview',
  'gemini-2.5-pro',
  'gemini-2.5-flash',
  'gemini-2.5-flash-lite',
  'gemini-pro-latest',
  'gemini-flash-latest',
  'gemini-embedding-001',
]);

const defaultPageSize = 50;

export function listModels(query: unknown) {
  const { pageSize = defaultPageSize, pageToken = 0 } = query as Record<string, string>;
  const end = Number(pageToken) + Number(pageSize);
  return {
    models: models.ids.slice(Number(pageToken), end).map(showModel),
    ...(end < models.ids.length && { nextPageToken: String(end) }),
  };
}

export function showModel(id: string) {
  const method = id.includes('embedding') ? 'embedContent' : 'generateContent';
  return { name: `models/${id}`, displayName: id, supportedGenerationMethods: [method] };
}
