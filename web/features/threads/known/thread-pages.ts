import type { InfiniteData } from '@tanstack/react-query';
import type { Thread, ThreadsReply } from '#shared/api/threads.ts';

export type ThreadPages = InfiniteData<ThreadsReply, string | null>;

/** A thread that moved up between two fetches is on two pages. */
export function listThreads({ pages }: ThreadPages): Thread[] {
  const byId = new Map<string, Thread>();
  for (const thread of pages.flatMap((page) => page.threads)) {
    if (!byId.has(thread.id)) byId.set(thread.id, thread);
  }
  return [...byId.values()];
}

/**
 * @param changed since these pages were read.
 * @returns null if the older pages must be refetched, too.
 */
export function mergeNewestThreads(
  known: ThreadPages,
  fresh: ThreadsReply,
  changed: ReadonlySet<string>,
): ThreadPages | null {
  if (fresh.nextCursor === null) return { pages: [fresh], pageParams: [null] };
  const freshIds = new Set(fresh.threads.map(({ id }) => id));
  const isOutdated = ({ id }: Thread) => changed.has(id) && !freshIds.has(id);
  if (known.pages.some(({ threads }) => threads.some(isOutdated))) return null;

  const [newest, ...older] = known.pages;
  const lastId = fresh.threads.at(-1)?.id;
  const edge = newest?.threads.findIndex(({ id }) => id === lastId) ?? -1;
  // Threads between the fresh page and the known ones may be missing.
  if (!newest || edge === -1 || (lastId && changed.has(lastId))) return null;
  const pushedOut = newest.threads.slice(edge + 1).filter(({ id }) => !freshIds.has(id));
  const first = { ...newest, threads: [...fresh.threads, ...pushedOut] };
  return { ...known, pages: [first, ...older] };
}
