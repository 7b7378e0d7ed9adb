import type { Database } from '#server/db/client.ts';
import { onePage } from '#server/outside/documents/pages.ts';
import { readPlain } from '#server/outside/documents/plain.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashBytes } from './hash-bytes.ts';
import { insertPieces } from './pieces-store.ts';
import { toPieces } from './read-sources.ts';
import { insertSource, raiseRevision, toSourceFile } from './sources-store.ts';

/** A text of the sandbox's, live at once: nothing of it needs a review, or a process of its own to read it. */
export async function addPlainText(
  { clock, files }: Runtime,
  tx: Database,
  {
    expertId,
    fileName,
    title,
    text,
  }: { expertId: string; fileName: string; title: string; text: string },
): Promise<void> {
  const now = clock.now();
  const bytes = Buffer.from(text);
  const { blocks, hidden } = readPlain(text);
  const pieces = toPieces({ kind: 'text', title, pages: onePage(blocks, hidden) });
  const source = await insertSource(tx, {
    ...{ expertId, kind: 'text', title, origin: fileName, contentType: 'text/plain' },
    ...{ hash: hashBytes(bytes), state: 'live', generation: 1, createdAt: now, publishedAt: now },
    ...{ pageCount: 1, pieceCount: pieces.length },
    tokenCount: pieces.reduce((sum, { tokens }) => sum + tokens, 0),
  });
  await insertPieces(tx, { sourceId: source.id, generation: 1 }, pieces);
  await raiseRevision(tx, expertId);
  await files.write(toSourceFile(source.id), bytes);
}
