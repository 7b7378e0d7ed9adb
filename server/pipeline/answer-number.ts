import type { Secrets } from '#server/secrets/secrets.ts';
import { foldText } from '#shared/fold-text.ts';
import { foldDigits } from '#shared/phone.ts';

/**
 * The number in our answer to this text, which the phone sends back: senders can be forged, but a forger gets no answers.
 * Keyed, so nothing is stored, and a repeated turn writes the same.
 */
export function writeNumber(secrets: Pick<Secrets, 'fingerprint'>, ...about: string[]): string {
  const keyed = secrets.fingerprint('answer', about.join(' ')).slice(0, 12);
  return String(1_000 + (Number.parseInt(keyed, 16) % 9_000));
}

const longestAnswer = 60;
const mayStandBeside = new Set(
  'forget me move yes ok okay please pls reply delete it all my the number code is thanks'.split(
    ' ',
  ),
);

/** `FORGET 4821`, `4821.`; null if the text says more. */
export function readNumber(body: string): string | null {
  if (body.length > longestAnswer) return null;
  const words = foldDigits(foldText(body)).match(/[\p{L}\p{N}]+/gu) ?? [];
  const [number, ...more] = words.filter((word) => !mayStandBeside.has(word));
  return number && more.length === 0 && /^\d{4}$/.test(number) ? number : null;
}
