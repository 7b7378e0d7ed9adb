import type { PublicExpert } from '#shared/api/experts.ts';
import { normalize } from '#shared/normalize.ts';

/** With fewer experts, looking is faster than searching. */
export const expertsToSearch = 12;

export type Wanted = { text: string; category: string };

/** Ignores case: the first spelling is shown. */
export function listCategories(experts: PublicExpert[]): string[] {
  const categories = new Map<string, string>();
  for (const { category } of experts) {
    if (category && !categories.has(simplify(category)))
      categories.set(simplify(category), category);
  }
  return [...categories.values()].sort((a, b) => a.localeCompare(b));
}

export function findExperts(experts: PublicExpert[], { text, category }: Wanted): PublicExpert[] {
  const words = simplify(text).split(/\s+/).filter(Boolean);
  return experts.filter((expert) => {
    if (category && simplify(expert.category ?? '') !== simplify(category)) return false;
    const { displayName, handle, tagline, description } = expert;
    const facts = simplify([displayName, handle, expert.category, tagline, description].join(' '));
    return words.every((word) => facts.includes(word));
  });
}

/** "José" is found by "jose". */
function simplify(text: string): string {
  return normalize(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase();
}
