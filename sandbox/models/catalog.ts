/** Exists at every vendor, to show what the product does with a picture. */
const textOnlyModel = 'text-only';

/** `-2025-04-14` or `-20250929`. */
const versionDate = /-\d{4}-?\d{2}-?\d{2}$/;

export type Catalog = ReturnType<typeof createCatalog>;

/** Other names get the vendor's 404. */
export function createCatalog(ids: readonly string[]) {
  return {
    ids,
    has: (model: string) =>
      model === textOnlyModel ||
      ids.includes(model) ||
      ids.includes(model.replace(versionDate, '')),
  };
}
