import type { Reader } from '#server/access/guard.ts';
import type { Database } from '#server/db/client.ts';
import { hasErrorCode } from '#server/db/error-code.ts';
import { readMuch } from '#server/db/read-much.ts';
import { unprocessable } from '#server/errors.ts';
import { parseSearch, type Term, writeQuery } from '#server/messages/search/text-search.ts';
import { createKeyedLimit, createLimit } from '#server/outside/concurrency.ts';
import type { Runtime } from '#server/runtime.ts';
import type { SearchQuery } from '#shared/api/search.ts';
import { addDays, startOfDay } from '#shared/calendar.ts';
import { filterFor } from '../conversations/service.ts';
import type { ThreadFilter } from '../conversations/states.ts';
import { type FoundNote, findNotes } from '../notes/store.ts';
import {
  type FoundMessage,
  findMessages,
  findMessagesById,
  type SearchCursor,
  type SearchScope,
} from './messages-store.ts';
import { findAccounts, findTitles, findUnknown, writeNameQuery } from './names-store.ts';

const timeoutMs = 2_000;
const canceled = '57014';
const maxNames = 5;

type Names = {
  accounts: Awaited<ReturnType<typeof findAccounts>>;
  unknown: Awaited<ReturnType<typeof findUnknown>>;
  titles: Awaited<ReturnType<typeof findTitles>>;
};
export type Found = {
  /** By an id. */
  exact: FoundMessage[];
  messages: FoundMessage[];
  names: Names;
  notes: FoundNote[];
  terms: Term[];
};

/** Typing leaves a few searches behind. More would keep the database busy long after a flood. */
const maxOfOne = 10;
/** One by one: many would take the database from everyone. */
const oneByOne = createKeyedLimit({ atOnce: 1, maxWaiting: maxOfOne - 1 });
/** Leaves most of the process's 20 connections to messages, and never delays staff. */
const limits = { staff: createLimit({ atOnce: 5 }), people: createLimit({ atOnce: 5 }) };

/**
 * @throws {AppError} 403 for a user's search in certain conversations, 422 for one that takes too long, 429 for too
 *   many at once.
 */
export async function search(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  reader: Reader,
  wanted: SearchQuery,
  after: SearchCursor | null,
): Promise<Found> {
  const terms = parseSearch(wanted.q);
  const { state, channel, labelled, assigneeId, with: kind, expertId, timeZone } = wanted;
  const ofStaff = { state, channel, labelled, assigneeId, with: kind, timeZone };
  const filter = filterFor({ clock }, reader, ofStaff);
  const asked = {
    query: writeQuery(terms),
    scope: { ...scopeOf(wanted), threads: filter },
    after,
    limit: wanted.limit + 1,
  };
  const ofThreads =
    filter || expertId ? { now: clock.now(), readerId: reader.id, ...filter, expertId } : undefined;
  const read = async (tx: Database): Promise<Found> => ({
    exact: after ? [] : await findMessagesById(tx, reader, wanted.q),
    messages: terms.length === 0 ? [] : await findMessages(tx, reader, asked),
    names: after ? noNames : await findNames(tx, reader, { text: wanted.q, filter: ofThreads }),
    notes:
      after || terms.length === 0 || !reader.isStaff
        ? []
        : await findNotes(tx, { ...asked, limit: maxNames }),
    terms,
  });
  try {
    return await oneByOne(reader.id, () =>
      limits[reader.isStaff ? 'staff' : 'people'](() => readMuch(db, read, { timeoutMs })),
    );
  } catch (error) {
    if (hasErrorCode(error, canceled)) throw unprocessable('Narrow your search.');
    throw error;
  }
}

const noNames: Names = { accounts: [], unknown: [], titles: [] };

async function findNames(
  tx: Database,
  reader: Reader,
  { text, filter }: { text: string; filter: ThreadFilter | undefined },
): Promise<Names> {
  const words = writeNameQuery(text);
  if (words === null) return noNames;
  const wanted = { words, filter, limit: maxNames };
  const titles = await findTitles(tx, reader, wanted);
  if (!reader.isStaff) return { ...noNames, titles };
  return {
    titles,
    accounts: await findAccounts(tx, wanted),
    unknown: await findUnknown(tx, wanted),
  };
}

function scopeOf({ expertId, from, to, timeZone }: SearchQuery): Omit<SearchScope, 'threads'> {
  return {
    expertId,
    from: from ? startOfDay(from, timeZone) : undefined,
    before: to ? startOfDay(addDays(to, 1), timeZone) : undefined,
  };
}
