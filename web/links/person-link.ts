/** @param id of the account, or of any conversation of a number without one. */
export function hrefOfPerson(id: string): string {
  return `/people?${new URLSearchParams({ person: id })}`;
}
