import type { PublicExpert } from '#shared/api/experts.ts';

/** Fewer are looked through faster than searched. */
export const expertsToSearch = 12;

export type Wanted = { text: string; category: string };

/** In the spelling that comes first, whatever the case of the others. */
export function listCategories(experts: PublicExpert[]): string[] {
  const categories = new Map<string, string>();
  for (const { category } of experts) {
    if (category && !categories.has(simplify(category)))
      categories.set(simplify(category), category);
  }
  return [...categories.values()].sort((a, b) => a.localeCompare(b));
}

/** Every word that is typed is somewhere in the name, tagline, handle or category. */
export function findExperts(experts: PublicExpert[], { text, category }: Wanted): PublicExpert[] {
  const words = simplify(text).split(/\s+/).filter(Boolean);
  return experts.filter((expert) => {
    if (category && simplify(expert.category ?? '') !== simplify(category)) return false;
    const { displayName, tagline, handle } = expert;
    const facts = simplify([displayName, tagline, handle, expert.category].join(' '));
    return words.every((word) => facts.includes(word));
  });
}

/** "José" is found by "jose". */
function simplify(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
