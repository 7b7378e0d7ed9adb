import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { badRequest } from '#server/errors.ts';
import { productName } from '#shared/limits.ts';
import { normalizePassword } from '#shared/passwords.ts';

/** Of 4. Below this, a million guesses are enough. */
const minScore = 2;
/** Scoring takes quadratic time, and the rest is only harder to guess. */
const scoredLength = 32;
/** A shorter name is part of too many ordinary words. */
const minNameLength = 3;

let scorer: Promise<ZxcvbnFactory> | undefined;

/** Loads 27 MB of common passwords at first use. */
async function loadScorer(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({
    dictionary,
    graphs,
    maxLength: scoredLength,
    l33tMaxSubstitutions: 20,
  });
}

/** Null for a good password. */
export async function findPasswordProblem(given: string, email: string): Promise<string | null> {
  const password = normalizePassword(given);
  const address = email.toLowerCase();
  const [name = ''] = address.split('@');
  const part = name.length >= minNameLength ? name : address;
  if (password.toLowerCase().includes(part)) return 'Password must not contain your email';
  scorer ??= loadScorer();
  const { score } = (await scorer).check(password, [productName, name]);
  return score < minScore ? 'This password is too easy to guess. Choose another one' : null;
}

/** @throws {AppError} 400 that names `field`. */
export async function requireGoodPassword(
  password: string,
  { email, field }: { email: string; field: string },
): Promise<void> {
  const problem = await findPasswordProblem(password, email);
  if (problem) throw badRequest(`${field}: ${problem}`);
}
