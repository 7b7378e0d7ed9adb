/** The fields of `to` that differ from `from`. */
export function listChanges<Values extends object>(from: Values, to: Values): Partial<Values> {
  const changed = namesOf(to).filter((name) => !isSame(from[name], to[name]));
  return Object.fromEntries(changed.map((name) => [name, to[name]])) as Partial<Values>;
}

/** A field that only one side changed needs no choice. */
export function mergeEdits<Values extends object>(
  base: Values,
  { mine, theirs }: { mine: Values; theirs: Values },
): { merged: Values; contested: (keyof Values)[] } {
  const changes = listChanges(base, mine);
  const contested = namesOf(changes).filter(
    (name) => !isSame(base[name], theirs[name]) && !isSame(mine[name], theirs[name]),
  );
  return { merged: { ...theirs, ...changes }, contested };
}

function namesOf<Values extends object>(values: Values) {
  return Object.keys(values) as (keyof Values)[];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
