import { randomInt } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Checkout's ids are longer. */
export function newId(prefix: string, length = 24): string {
  const random = Array.from({ length }, () => letters[randomInt(letters.length)]);
  return `${prefix}_${random.join('')}`;
}

export function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
