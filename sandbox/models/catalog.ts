/** Exists at every vendor. */
const textOnlyModel = 'text-only';

/** `-2025-04-14` or `-20250929` */
const versionDate = /-\d{4}-?\d{2}-?\d{2}$/;

export type Catalog = ReturnType<typeof createCatalog>;

export function createCatalog(ids: readonly string[]) {
  return {
    ids,
    has: (model: string) =>
      model === textOnlyModel ||
      ids.includes(model) ||
      ids.includes(model.replace(versionDate, '')),
  };
}
