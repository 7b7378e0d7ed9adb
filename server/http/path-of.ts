const maxPath = 120;

/** Without the query, which may hold a secret or words. */
export function pathOf(url: string): string {
  return (url.split('?')[0] ?? '').slice(0, maxPath);
}
