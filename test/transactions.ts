import type { TestApp } from './runtime.ts';

/** Acts just before the nth transaction from now, where a busy moment could put it. */
export function beforeTransaction(
  { runtime: { db } }: TestApp,
  nth: number,
  act: () => Promise<unknown>,
): void {
  const begin = db.transaction;
  let begun = 0;
  db.transaction = async (...args: Parameters<typeof begin>) => {
    begun += 1;
    if (begun === nth) {
      db.transaction = begin;
      await act();
    }
    return begin.apply(db, args) as never;
  };
}
