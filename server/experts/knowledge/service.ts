import { recordChange } from '#server/access/audit/store.ts';
import { countTokens } from '#server/ai/count-tokens.ts';
import type { Database } from '#server/db/client.ts';
import type { SourceRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest, conflict } from '#server/errors.ts';
import { detectKind } from '#server/outside/documents/detect-kind.ts';
import { writePair } from '#server/outside/documents/plain.ts';
import type { Runtime } from '#server/runtime.ts';
import {
  type CreateSourceRequest,
  daysOutOfOrder,
  type KnowledgeSource,
  type SourceDetails,
  type SourceKind,
  type SourcesReply,
  type UpdateSourceRequest,
} from '#shared/api/knowledge.ts';
import { getExpert } from '../store.ts';
import { isValidOn } from './finding/stretches.ts';
import { hashBytes } from './hash-bytes.ts';
import { findToday } from './known.ts';
import { insertPieces, listPieces } from './pieces-store.ts';
import { readDueSources } from './read-sources.ts';
import {
  deleteSource,
  findTwin,
  getSource,
  insertSource,
  listSources,
  lockKnowledge,
  lockSource,
  type NewSource,
  raiseRevision,
  type SourceView,
  toSourceFile,
  updateSource,
} from './sources-store.ts';

type Who = { actorId: string | null; expertId: string };
type Options = Pick<UpdateSourceRequest, 'validFrom' | 'validUntil' | 'isQuotable'>;
export type Upload = { name: string; contentType: string; bytes: Buffer };

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
  const { text } = writePair(question, answer);
  const hash = hashBytes(Buffer.from(text));
  await refuseTwin(tx, who.expertId, hash);
  const tokens = Math.ceil(countTokens(text));
  const now = clock.now();
  const source = await insertAudited(
    tx,
    who,
    {
      ...toOptions(request),
      kind: 'pair' satisfies SourceKind,
      title: question.slice(0, 200),
      contentType: 'text/plain',
      hash,
      state: 'live',
      generation: 1,
      pageCount: 1,
      pieceCount: 1,
      tokenCount: tokens,
      publishedAt: now,
    },
    now,
  );
  const piece = { page: null, heading: null, text, tokens };
  await insertPieces(tx, { sourceId: source.id, generation: 1 }, [piece]);
  await raiseRevision(tx, who.expertId);
  return getSource(tx, { ...who, sourceId: source.id });
}

async function refuseTwin(tx: Database, expertId: string, hash: string): Promise<void> {
  const twin = await findTwin(tx, { expertId, hash });
  if (twin) throw conflict(`This is there already, as "${twin.title}".`);
}

async function insertAudited(
  tx: Database,
  { actorId, expertId }: Who,
  source: Omit<NewSource, 'expertId'>,
  now: Date,
): Promise<SourceRow> {
  const row = await insertSource(tx, { ...source, expertId, addedBy: actorId, createdAt: now });
  await audit(tx, { actorId, action: 'source.add' }, { before: null, after: row, now });
  return row;
}

/** @throws {AppError} 404, 400 for days that end before they begin, one of them as it was. */
export async function changeSource(
  runtime: Runtime,
  who: Who & { sourceId: string },
  change: UpdateSourceRequest,
): Promise<KnowledgeSource> {
  return changeKnown(runtime, who, 'source.update', async (known) => {
    const { validFrom, validUntil } = { ...known, ...change };
    if (validFrom && validUntil && validUntil < validFrom) throw badRequest(daysOutOfOrder);
    return change;
  });
}

/** @throws {AppError} 404, 409 while it is not read. */
export async function publishSource(
  runtime: Runtime,
  who: Who & { sourceId: string },
): Promise<KnowledgeSource> {
  const now = runtime.clock.now();
  return changeKnown(runtime, who, 'source.publish', async (known, tx) => {
    if (known.state === 'live') return {};
    if (known.state === 'review') return { state: 'live', publishedAt: now };
    if (known.state === 'retired' && known.generation > 0) {
      // It may have been added again meanwhile.
      if (known.hash) await refuseTwin(tx, who.expertId, known.hash);
      return { state: 'live', publishedAt: now, retiredAt: null };
    }
    throw conflict(
      known.state === 'reading'
        ? 'It is still being read. Publish it when it has been reviewed.'
        : `It could not be read, so there is nothing to publish. ${known.failure ?? ''}`.trim(),
    );
  });
}

/** From the next turn on it is given to no model. @throws {AppError} 404 */
export async function retireSource(
  runtime: Runtime,
  who: Who & { sourceId: string },
): Promise<KnowledgeSource> {
  const retiredAt = runtime.clock.now();
  return changeKnown(runtime, who, 'source.retire', async (known) =>
    known.state === 'retired' ? {} : { state: 'retired', retiredAt, readDueAt: null },
  );
}

/** The file, or the page as it is now. @throws {AppError} 404, 409 for what was typed here. */
export async function readAgain(
  runtime: Runtime,
  who: Who & { sourceId: string },
): Promise<KnowledgeSource> {
  const readDueAt = runtime.clock.now();
  const source = await changeKnown(runtime, who, 'source.read', async (known) => {
    if (known.kind === 'pair')
      throw conflict('A question with its answer is not read. Delete it, and write it anew.');
    const state = known.state === 'failed' ? 'reading' : known.state;
    return { state, readDueAt, readingAttempts: 0 };
  });
  beginReading(runtime);
  return source;
}

/** With its file, and with what answers have quoted of it. @throws {AppError} 404 */
export async function removeSource(
  runtime: Runtime,
  { actorId, expertId, sourceId }: Who & { sourceId: string },
): Promise<void> {
  const now = runtime.clock.now();
  await transact(runtime.db, async (tx) => {
    const known = await lockSource(tx, { expertId, sourceId });
    await deleteSource(tx, known);
    await raiseRevision(tx, expertId);
    const after = { state: 'deleted', title: known.title };
    const facts = { before: { state: known.state, title: null }, after };
    await recordChange(tx, {
      ...{ actorId, action: 'source.delete', entity: 'source', entityId: sourceId },
      ...facts,
      now,
    });
  });
  runtime.changes.publish({ type: 'expert', expertId });
}

async function changeKnown(
  runtime: Runtime,
  { actorId, expertId, sourceId }: Who & { sourceId: string },
  action: string,
  decide: (known: SourceRow, tx: Database) => Promise<Partial<NewSource>>,
): Promise<KnowledgeSource> {
  const now = runtime.clock.now();
  const source = await transact(runtime.db, async (tx) => {
    const known = await lockSource(tx, { expertId, sourceId });
    const change = await decide(known, tx);
    if (Object.keys(change).length > 0) {
      const after = await updateSource(tx, sourceId, change);
      await raiseRevision(tx, expertId);
      await audit(tx, { actorId, action }, { before: known, after, now });
    }
    return getSource(tx, { expertId, sourceId });
  });
  return tellChange(runtime, { expertId })(source);
}

async function audit(
  tx: Database,
  who: { actorId: string | null; action: string },
  { before, after, now }: { before: SourceRow | null; after: SourceRow; now: Date },
): Promise<void> {
  const facts = ({
    expertId,
    title,
    kind,
    state,
    validFrom,
    validUntil,
    isQuotable,
  }: SourceRow) => ({
    ...{ expertId, title, kind, state, validFrom, validUntil, isQuotable },
  });
  const change = { before: before && facts(before), after: facts(after), now };
  await recordChange(tx, { ...who, entity: 'source', entityId: after.id, ...change });
}

const tellChange =
  ({ changes }: Runtime, { expertId }: Pick<Who, 'expertId'>) =>
  (source: SourceView): KnowledgeSource => {
    changes.publish({ type: 'expert', expertId });
    return toSource(source);
  };

/** After the reply; the sweep reads what a crash leaves. */
function beginReading(runtime: Runtime): void {
  const { afterReplies, log } = runtime;
  const done = readDueSources(runtime)
    .catch((error) => log.error({ err: error }, 'reading documents failed'))
    .finally(() => afterReplies.delete(done));
  afterReplies.add(done);
}

/** @throws {AppError} 404 */
export async function listKnowledge(runtime: Runtime, expertId: string): Promise<SourcesReply> {
  const expert = await getExpert(runtime.db, expertId);
  const found = await listSources(runtime.db, expertId);
  const today = findToday(expert, runtime.clock.now());
  const tokens = found
    .filter((source) => source.state === 'live' && isValidOn(today, source))
    .reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  const budget = expert.knowledgeBudget;
  return {
    sources: found.map((source) => toSource(source)),
    size: { tokens, budget, isGivenWhole: tokens <= budget },
  };
}

/** @throws {AppError} 404 */
export async function getDetails(
  { db }: Runtime,
  ids: { expertId: string; sourceId: string },
): Promise<SourceDetails> {
  const source = await getSource(db, ids);
  const pieces = await listPieces(db, source);
  return {
    source: toSource(source),
    pieces: pieces.map(({ id, page, heading, text, tokens }) => ({
      id,
      page,
      heading,
      text,
      tokens,
    })),
    ...source.review,
  };
}

export function toSource(row: SourceView): KnowledgeSource {
  const { id, kind, title, state, failure, origin, validFrom, validUntil, isQuotable } = row;
  const { hidden, instructions, emptyPages } = row.review;
  return {
    ...{ id, kind, title, state, failure, origin, validFrom, validUntil, isQuotable },
    isReading: row.readDueAt !== null,
    canReadAgain: kind !== 'pair',
    pages: row.pageCount,
    pieces: row.pieceCount,
    tokens: row.tokenCount,
    findings: {
      hidden: hidden.length,
      instructions: instructions.length,
      emptyPages: emptyPages.length,
    },
    addedBy: row.addedByEmail,
    createdAt: row.createdAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
  };
}
