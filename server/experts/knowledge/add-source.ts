import type { Database } from '#server/db/client.ts';
import type { SourceRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { detectKind } from '#server/outside/documents/detect-kind.ts';
import type { Runtime } from '#server/runtime.ts';
import type {
  CreateSourceRequest,
  KnowledgeSource,
  SourceKind,
  UpdateSourceRequest,
} from '#shared/api/knowledge.ts';
import { hashBytes } from './hash-bytes.ts';
import { toPairPiece, toPairTitle } from './pairs.ts';
import { insertPieces } from './pieces-store.ts';
import { auditSource, beginReading, refuseTwin, tellChange, type Who } from './source-changes.ts';
import {
  deleteSource,
  getSource,
  insertSource,
  lockKnowledge,
  lockSource,
  type NewSource,
  raiseRevision,
  type SourceView,
  toSourceFile,
  updateSource,
} from './sources-store.ts';

type Options = Pick<UpdateSourceRequest, 'validFrom' | 'validUntil' | 'isQuotable'>;
type Upload = { name: string; contentType: string; bytes: Buffer };

/** What is needed of a new source beside who adds it. */
type Added = Pick<NewSource, 'kind' | 'title' | 'origin' | 'url' | 'contentType'> & {
  /** Null for a web page. */
  bytes: Buffer | null;
};

/**
 * A question with its answer is live at once; all else is read, and waits for its review.
 * @throws {AppError} 404, 409 for what the expert has already, 415 for other kinds of files.
 */
export async function addSource(
  runtime: Runtime,
  who: Who,
  request: CreateSourceRequest | (Options & { file: Upload }),
): Promise<KnowledgeSource> {
  const { db, clock } = runtime;
  if ('question' in request) {
    return transact(db, (tx) => addPair(runtime, tx, who, request)).then(tellChange(runtime, who));
  }
  const { bytes, ...added } = toAdded(request);
  const now = clock.now();
  const { id } = await transact(db, async (tx) => {
    await lockKnowledge(tx, who.expertId);
    const hash = bytes && hashBytes(bytes);
    if (hash) await refuseTwin(tx, who.expertId, hash);
    const source = { ...added, ...toOptions(request), hash, state: 'reading' as const };
    // Due once its file is there; a crash before shows as a file that is missing.
    return insertAudited(
      tx,
      who,
      { ...source, readDueAt: new Date(now.getTime() + uploadMs) },
      now,
    );
  });
  if (bytes) await keepFile(runtime, who, { id, bytes });
  await updateSource(db, id, { readDueAt: now });
  beginReading(runtime);
  return tellChange(runtime, who)(await getSource(db, { ...who, sourceId: id }));
}

/** Of a file that goes to a bucket. */
const uploadMs = 60_000;

/** A file that could not be kept leaves no row. */
async function keepFile(
  { db, files }: Runtime,
  { expertId }: Who,
  { id, bytes }: { id: string; bytes: Buffer },
): Promise<void> {
  try {
    await files.write(toSourceFile(id), bytes);
  } catch (error) {
    await transact(db, async (tx) =>
      deleteSource(tx, await lockSource(tx, { expertId, sourceId: id })),
    );
    throw error;
  }
}

function toAdded(
  request: Exclude<CreateSourceRequest, { question: string }> | { file: Upload },
): Added {
  if ('url' in request) {
    const { url } = request;
    return { kind: 'html', title: url, origin: url, url, contentType: 'text/html', bytes: null };
  }
  if ('text' in request) {
    const { title, text } = request;
    const bytes = Buffer.from(text);
    return { kind: 'markdown', title, origin: null, contentType: 'text/markdown', bytes };
  }
  const { name, contentType, bytes } = request.file;
  return { kind: detectKind(name, bytes), title: toTitle(name), origin: name, contentType, bytes };
}

/** "opening-hours.pdf" → "opening hours" */
function toTitle(name: string): string {
  const title = name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim();
  return (title || name).slice(0, 200);
}

const toOptions = ({ validFrom, validUntil, isQuotable }: Options) => ({
  validFrom: validFrom ?? null,
  validUntil: validUntil ?? null,
  isQuotable: isQuotable ?? true,
});

/** In the caller's transaction. @throws {AppError} 409 */
export async function addPair(
  { clock }: Pick<Runtime, 'clock'>,
  tx: Database,
  who: Who,
  request: Options & { question: string; answer: string },
): Promise<SourceView> {
  const { question, answer } = request;
  await lockKnowledge(tx, who.expertId);
  const { hash, piece } = toPairPiece({ question, answer });
  await refuseTwin(tx, who.expertId, hash);
  const now = clock.now();
  const source = await insertAudited(
    tx,
    who,
    {
      ...toOptions(request),
      kind: 'pair' satisfies SourceKind,
      title: toPairTitle(question),
      contentType: 'text/plain',
      hash,
      state: 'live',
      generation: 1,
      pageCount: 1,
      pieceCount: 1,
      tokenCount: piece.tokens,
      publishedAt: now,
    },
    now,
  );
  await insertPieces(tx, { sourceId: source.id, generation: 1 }, [piece]);
  await raiseRevision(tx, who.expertId);
  return getSource(tx, { ...who, sourceId: source.id });
}

async function insertAudited(
  tx: Database,
  { actorId, expertId }: Who,
  source: Omit<NewSource, 'expertId'>,
  now: Date,
): Promise<SourceRow> {
  const row = await insertSource(tx, { ...source, expertId, addedBy: actorId, createdAt: now });
  await auditSource(tx, { actorId, action: 'source.add' }, { before: null, after: row, now });
  return row;
}
