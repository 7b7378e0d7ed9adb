export type Random = {
  /** From 0 to below 1. */
  next(): number;
  happens(share: number): boolean;
  /** A whole number. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
};

/**
 * The same draws for the same seed and name (mulberry32); parts don't change each other's draws.
 */
export function createRandom(seed: number, name: string): Random {
  let state = seed;
  for (const character of name) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    happens: (share) => next() < share,
    between: (least, most) => Math.round(least + next() * (most - least)),
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
  };
}

export type Fault<Kind> = { kind: Kind; share: number };

export function drawFault<Kind>(random: Random, faults: Fault<Kind>[]): Kind | null {
  let rest = random.next();
  for (const { kind, share } of faults) {
    if (rest < share) return kind;
    rest -= share;
  }
  return null;
}
