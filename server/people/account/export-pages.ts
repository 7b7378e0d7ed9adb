import { type Attachment, findPicture } from '#server/messages/attachments-store.ts';
import { readPicture } from '#server/messages/pictures.ts';
import { createLimit } from '#server/outside/concurrency.ts';
import type { Runtime } from '#server/runtime.ts';
import { listMessagesToExport } from './export-store.ts';

/** With the longest texts a page holds a megabyte, and so does a picture. */
const pageSize = 20;
/** What an export holds while its client does not read. */
export const exportBytes = 2 * 1024 * 1024;
/** A multiple of three, so that the parts of its base64 join. */
const partBytes = 48 * 1024;
/** An export may be read slowly for hours, so it takes one of the pool's 20 connections for a page at a time. */
const limitPages = createLimit({ atOnce: 3 });

export const readPage = <Page>(read: () => Promise<Page>): Promise<Page> => limitPages(read);

/** Oldest first, read by the page. */
export async function* readMessages({ db }: Pick<Runtime, 'db'>, threadId: string) {
  let after = 0;
  for (;;) {
    const from = { after, limit: pageSize };
    const page = await readPage(() => listMessagesToExport(db, threadId, from));
    for (const found of page) {
      yield found;
      after = found.message.seq;
    }
    if (page.length < pageSize) return;
  }
}

/** In parts, because a client may stop to read in the middle of many; null if it is not stored. */
export async function readBase64(
  runtime: Pick<Runtime, 'db' | 'files'>,
  threadId: string,
  { id }: Pick<Attachment, 'id'>,
): Promise<Generator<string> | null> {
  const picture = await readPage(async () => {
    const row = await findPicture(runtime.db, threadId, id);
    return row && readPicture(runtime, row);
  });
  return picture && splitBase64(picture);
}

function* splitBase64(picture: Buffer): Generator<string> {
  for (let at = 0; at < picture.length; at += partBytes) {
    yield picture.toString('base64', at, at + partBytes);
  }
}
