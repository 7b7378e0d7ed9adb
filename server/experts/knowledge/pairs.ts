import { countTokens } from '#server/ai/count-tokens.ts';
import type { Database } from '#server/db/client.ts';
import type { SourceRow } from '#server/db/schema.ts';
import { unprocessable } from '#server/errors.ts';
import { readPair, writePair } from '#server/outside/documents/plain.ts';
import { hashBytes } from './hash-bytes.ts';
import { deleteOtherGenerations, insertPieces, listPieces, type NewPiece } from './pieces-store.ts';
import { refuseTwin } from './source-changes.ts';
import type { NewSource } from './sources-store.ts';

/** A question with its answer is one piece, which is never read from a file. */
export function toPairPiece(pair: { question: string; answer: string }): {
  hash: string;
  piece: NewPiece;
} {
  const { text } = writePair(pair.question, pair.answer);
  const tokens = Math.ceil(countTokens(text));
  return { hash: hashBytes(Buffer.from(text)), piece: { page: null, heading: null, text, tokens } };
}

export const toPairTitle = (question: string) => question.slice(0, 200);

/**
 * Writes the next generation and takes the old one away, in the caller's transaction, which has locked the source.
 * @returns what changes of the source: nothing if the words are as they were.
 * @throws {AppError} 409 for a pair that is there already, 422 for another kind.
 */
export async function rewritePair(
  tx: Database,
  known: SourceRow,
  change: { question?: string | undefined; answer?: string | undefined },
): Promise<Partial<NewSource>> {
  if (known.kind !== 'pair') {
    throw unprocessable(
      'Only a question with its answer is reworded here. Add the new words as a source, and delete this one.',
    );
  }
  const { id, generation } = known;
  const [written] = await listPieces(tx, { id, generation });
  const before = readPair(written?.text ?? '');
  const question = change.question ?? before.question;
  const { hash, piece } = toPairPiece({ question, answer: change.answer ?? before.answer });
  if (hash === known.hash) return {};
  await refuseTwin(tx, known.expertId, hash);
  const next = generation + 1;
  await insertPieces(tx, { sourceId: id, generation: next }, [piece]);
  await deleteOtherGenerations(tx, { id, generation: next });
  const isNamedByQuestion = known.title === toPairTitle(before.question);
  return {
    ...{ hash, generation: next, tokenCount: piece.tokens },
    ...(isNamedByQuestion && { title: toPairTitle(question) }),
  };
}
