/** Opens the form of an expert, or a version in its history. */
export type ExpertLink = { expertId: string; version: number | null };

export function historyHref(expertId: string, version: number): string {
  return `/experts?${new URLSearchParams({ edit: expertId, history: String(version) })}`;
}

export function readExpertLink(search: string): ExpertLink | null {
  const query = new URLSearchParams(search);
  const expertId = query.get('edit');
  return expertId ? { expertId, version: Number(query.get('history')) || null } : null;
}
