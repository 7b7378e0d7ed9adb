/** Opening hours, p. 2 */
export function describePlace({ title, page }: { title: string; page: number | null }): string {
  return page === null ? title : `${title}, p. ${page}`;
}
