import type { Secrets } from '#server/access/secrets/secrets.ts';
import { foldText } from '#shared/fold-text.ts';
import { foldDigits } from '#shared/phone.ts';

/**
 * The number in our answer to this text, which the phone sends back: senders can be forged, but a forger gets no answers.
 * Keyed, so nothing is stored, and a repeated turn writes the same. Eight digits: a phone's twelve guesses a day find one
 * in 20,000 years.
 */
export function writeNumber(secrets: Pick<Secrets, 'fingerprint'>, ...about: string[]): string {
  const keyed = secrets.fingerprint('answer', about.join(' ')).slice(0, 13);
  const digits = String(10_000_000 + (Number.parseInt(keyed, 16) % 90_000_000));
  return `${digits.slice(0, 4)} ${digits.slice(4)}`;
}

const maxAnswerLength = 60;
const mayStandBeside = new Set(
  'forget me move yes ok okay please pls reply delete it all my the number code is thanks'.split(
    ' ',
  ),
);

/**
 * As `writeNumber` writes it: `FORGET 4821 9037`, `48219037.`; another length is a wrong one; null if the text says more.
 * @param more words that may stand beside this one.
 */
export function readNumber(body: string, more: string[] = []): string | null {
  if (body.length > maxAnswerLength) return null;
  const words = foldDigits(foldText(body)).match(/[\p{L}\p{N}]+/gu) ?? [];
  const number = words.filter((word) => !mayStandBeside.has(word) && !more.includes(word)).join('');
  if (!/^\d{4,12}$/.test(number)) return null;
  return `${number.slice(0, 4)} ${number.slice(4)}`;
}
