import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { badRequest } from '#server/errors.ts';
import { productName } from '#shared/limits.ts';

/** Of 4: guessed within a million tries. */
const leastScore = 2;
/** Scoring grows with the square of the length, and a longer start is no easier to guess. */
const scoredLength = 32;
/** Shorter names are part of too many words. */
const leastNameLength = 3;

let scorer: Promise<ZxcvbnFactory> | undefined;

/** 27 MB of common passwords, loaded with the first new password. */
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

/** In words; null for a good password. */
export async function findPasswordProblem(password: string, email: string): Promise<string | null> {
  const address = email.toLowerCase();
  const [name = ''] = address.split('@');
  const part = name.length >= leastNameLength ? name : address;
  if (password.toLowerCase().includes(part)) return 'Password must not contain your email';
  scorer ??= loadScorer();
  // Words that anyone would try first here add nothing.
  const { score } = (await scorer).check(password, [productName, name]);
  return score < leastScore ? 'This password is too easy to guess. Choose another one' : null;
}

/**
 * @param field of the request, which the message names.
 * @throws {AppError} 400
 */
export async function requireGoodPassword(
  password: string,
  { email, field }: { email: string; field: string },
): Promise<void> {
  const problem = await findPasswordProblem(password, email);
  if (problem) throw badRequest(`${field}: ${problem}`);
}
