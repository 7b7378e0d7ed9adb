export function hrefOfExpert(expertId: string): string {
  return `/experts/${expertId}`;
}

export function historyHref(expertId: string, version: number): string {
  return `${hrefOfExpert(expertId)}?${new URLSearchParams({ history: String(version) })}`;
}

export function readVersion(search: string): number | null {
  return Number(new URLSearchParams(search).get('history')) || null;
}
