import { KnowledgeIndex } from './knowledge-index.ts';
import type { Language } from './languages/language.ts';
import { detectLanguage } from './languages/languages.ts';
import type { KnownPiece } from './piece.ts';
import { TermsByPiece } from './postings.ts';
import { listWords } from './read-words.ts';
import { forEachInSlices, waitForTurn } from './slices.ts';
import { TermReader } from './term-reader.ts';
import { Vocabulary } from './vocabulary.ts';

/** The language of a source is told by its beginning. */
const maxPiecesForLanguage = 5;
const maxLengthForLanguage = 500;

/**
 * Of all pieces of one expert, also those of sources that don't hold today. Built in slices of a few milliseconds, so that the
 * process answers meanwhile.
 */
export async function buildIndex(given: readonly KnownPiece[]): Promise<KnowledgeIndex> {
  const pieces = given.toSorted(compareByPlace);
  const reader = new TermReader();
  const byPiece = new TermsByPiece();
  let textBytes = 0;
  let source: { id: string; language: Language } | null = null;
  await forEachInSlices(pieces.length, (at) => {
    const piece = pieces[at] as KnownPiece;
    if (source?.id !== piece.sourceId)
      source = { id: piece.sourceId, language: detectLanguageAt(pieces, at) };
    const shown = `${piece.title}\n${piece.heading ?? ''}\n${piece.text}`;
    reader.read(shown, source.language, (term) => byPiece.add(term));
    byPiece.endPiece();
    textBytes += countBytes(shown);
  });
  const postings = await byPiece.sortByTerm(reader.numbers.size);
  await waitForTurn();
  const vocabulary = new Vocabulary(reader.numbers, reader.languages);
  return new KnowledgeIndex(pieces, { vocabulary, postings, textBytes });
}

/** V8 keeps a text in one byte a character unless one of them is beyond Latin-1. */
function countBytes(text: string): number {
  return /[^\0-\u00ff]/.test(text) ? 2 * text.length : text.length;
}

function compareByPlace(one: KnownPiece, other: KnownPiece): number {
  if (one.sourceId !== other.sourceId) return one.sourceId < other.sourceId ? -1 : 1;
  return one.position - other.position;
}

function detectLanguageAt(pieces: KnownPiece[], at: number): Language {
  const { sourceId } = pieces[at] as KnownPiece;
  const first = pieces.slice(at, at + maxPiecesForLanguage);
  const texts = first.filter((piece) => piece.sourceId === sourceId).map(({ text }) => text);
  return detectLanguage(listWords(texts.join('\n').slice(0, maxLengthForLanguage)));
}
