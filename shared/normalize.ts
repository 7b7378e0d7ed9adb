type Form = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/**
 * Of Unicode's Stream-Safe Text Format (UAX #15, section 13): no language writes as many on one letter. Half-width voicing
 * marks count as letters until they are normalized.
 */
const longRun = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;
/** Vietnamese grows threefold by NFD; a single character may become 18. */
const maxGrowth = 3;
const minRoom = 100;

/** Unicode sorts the accents of a letter in quadratic time, so more than 30 in a row are dropped. */
export function normalize(text: string, form: Form): string {
  const normalized = text.replace(longRun, '$1').normalize(form);
  return normalized.slice(0, Math.max(maxGrowth * text.length, minRoom));
}
