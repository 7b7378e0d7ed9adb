/** What GET /models lists, with the day on which OpenAI shuts a model down. Any other name is answered as well. */
const models: Record<string, string | null> = {
  'gpt-6.1-sol': null,
  'gpt-6.1-terra': null,
  'gpt-6-luna': null,
  'gpt-5.6': null,
  'gpt-5.1': '2027-04-01',
  'gpt-5': '2026-12-11',
  'gpt-5-mini': '2026-12-11',
  'gpt-4.1': '2027-01-14',
  'gpt-4o': '2027-01-14',
};

export function showModels() {
  const data = Object.entries(models).map(([id, shutdownDate]) => ({
    id,
    object: 'model',
    created: 1_754_524_800,
    owned_by: 'system',
    shutdown_date: shutdownDate,
  }));
  return { object: 'list', data };
}
