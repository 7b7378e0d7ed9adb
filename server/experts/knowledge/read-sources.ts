import { countTokens } from '#server/ai/count-tokens.ts';
import type { SourceReview, SourceRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { AppError, unprocessable } from '#server/errors.ts';
import type { ReadDocument } from '#server/outside/documents/document.ts';
import { findInstructions } from '#server/outside/documents/find-instructions.ts';
import { splitIntoPieces } from '#server/outside/documents/pieces/split-into-pieces.ts';
import { readDocument } from '#server/outside/documents/read-document.ts';
import { readWebPage } from '#server/outside/documents/read-web-page.ts';
import { toLoggableError } from '#server/outside/loggable-error.ts';
import type { Runtime } from '#server/runtime.ts';
import { minuteMs } from '#shared/time.ts';
import { hashBytes } from './hash-bytes.ts';
import { deleteOtherGenerations, insertPieces, type NewPiece } from './pieces-store.ts';
import {
  findTwin,
  isGivenUp,
  leaseReading,
  lockSource,
  raiseRevision,
  toSourceFile,
  updateSource,
} from './sources-store.ts';

/** Longer than any document may take; a process that died holds one up no longer. */
const leaseMs = 5 * minuteMs;

/** `hash` of a web page; a file's is known. */
type Read = { document: ReadDocument; hash: string | null };

/** What is due, one document after the other. */
export async function readDueSources(runtime: Runtime, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const now = runtime.clock.now();
    const until = new Date(now.getTime() + leaseMs);
    const source = await transact(runtime.db, (tx) => leaseReading(tx, { now, until }));
    if (!source) return;
    await readOne(runtime, source, signal);
  }
}

async function readOne(
  runtime: Runtime,
  source: SourceRow,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    if (isGivenUp(source))
      throw unprocessable('It could not be read, however often it was tried. The log says why.');
    await storeRead(runtime, source, await readBytes(runtime, source, signal));
  } catch (error) {
    // It is due again: this process is stopping, or the database or the bucket had a fault.
    if (signal?.aborted) return;
    if (error instanceof AppError) await storeFailure(runtime, source, error);
    else {
      runtime.log.error(
        { err: toLoggableError(error), sourceId: source.id },
        'a document was not read',
      );
    }
  }
  runtime.changes.publish({ type: 'expert', expertId: source.expertId });
}

async function readBytes(
  { fetch, files }: Runtime,
  { id, url, kind, origin }: SourceRow,
  signal: AbortSignal | undefined,
): Promise<Read> {
  if (url) {
    const page = await readWebPage(fetch, url, { signal });
    await files.write(toSourceFile(id), page.bytes);
    const document = await readDocument(page.bytes, {
      name: url,
      kind: page.kind ?? undefined,
      signal,
    });
    return { document, hash: hashBytes(page.bytes) };
  }
  const bytes = await files.read(toSourceFile(id));
  if (!bytes) throw unprocessable('Its file did not arrive. Please add it again.');
  const known = kind === 'pair' ? undefined : kind;
  return {
    document: await readDocument(bytes, { name: origin ?? '', kind: known, signal }),
    hash: null,
  };
}

/** A new generation replaces the old one in one transaction, so that no turn is given half of a document. */
async function storeRead(
  { db }: Runtime,
  { id, expertId }: SourceRow,
  { document, hash }: Read,
): Promise<void> {
  const pieces = toPieces(document);
  if (pieces.length === 0) throw unprocessable('There are no words in it that can be read.');
  await transact(db, async (tx) => {
    const known = await lockSource(tx, { expertId, sourceId: id });
    if (known.state === 'retired') return;
    const twin = hash ? await findTwin(tx, { expertId, hash }) : null;
    if (twin && twin.id !== id)
      throw unprocessable(`"${twin.title}" says the same, word for word.`);
    const generation = known.generation + 1;
    await insertPieces(tx, { sourceId: id, generation }, pieces);
    await deleteOtherGenerations(tx, { id, generation });
    await updateSource(tx, id, {
      state: known.state === 'live' ? 'live' : 'review',
      generation,
      review: toReview(document),
      failure: null,
      readDueAt: null,
      readingAttempts: 0,
      ...(hash && { hash }),
      // The page's own title, until an admin gives it another.
      ...(known.title === known.url && document.title && { title: document.title.slice(0, 200) }),
      pageCount: document.pages.length,
      pieceCount: pieces.length,
      tokenCount: pieces.reduce((sum, { tokens }) => sum + tokens, 0),
    });
    if (known.state === 'live') await raiseRevision(tx, expertId);
  });
}

/** What is live stays, and says that it could not be read again. */
async function storeFailure(
  { db }: Runtime,
  { id, expertId }: SourceRow,
  { message: failure }: AppError,
): Promise<void> {
  await transact(db, async (tx) => {
    const known = await lockSource(tx, { expertId, sourceId: id });
    const state = known.state === 'reading' ? 'failed' : known.state;
    await updateSource(tx, id, { state, failure, readDueAt: null, readingAttempts: 0 });
  }).catch((error) => {
    // It was deleted meanwhile.
    if (!(error instanceof AppError)) throw error;
  });
}

export function toPieces(document: ReadDocument): NewPiece[] {
  return splitIntoPieces(document).map(({ page, heading, text }) => ({
    page: document.pages.length > 1 ? page : null,
    heading,
    text,
    // The heading is given with it.
    tokens: Math.ceil(countTokens(heading ? `${heading}\n${text}` : text)),
  }));
}

function toReview({ pages }: ReadDocument): SourceReview {
  return {
    hidden: pages.flatMap(({ number, hidden }) =>
      hidden.map(({ text, why }) => ({ page: number, text, why })),
    ),
    instructions: pages.flatMap(({ number, blocks }) =>
      findInstructions(blocks.map(({ text }) => text).join('\n')).map((text) => ({
        page: number,
        text,
      })),
    ),
    emptyPages: pages.flatMap(({ number, isPicture, isScan }) => {
      if (isPicture) return [{ page: number, why: 'A picture: not read.' }];
      return isScan ? [{ page: number, why: 'A scan: its words come from text recognition.' }] : [];
    }),
  };
}
