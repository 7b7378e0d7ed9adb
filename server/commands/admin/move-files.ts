import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#server/db/client.ts';
import { clearBytes, listWithBytes } from '#server/messages/attachments-store.ts';
import { toPictureFile } from '#server/messages/picture-files-store.ts';
import { BucketError, openBucketFiles } from '#server/outside/files/bucket.ts';
import { type Files, fileName } from '#server/outside/files/files.ts';
import { openFolderFiles } from '#server/outside/files/folder.ts';
import { createFetch } from '#server/outside/outgoing/create-fetch.ts';
import { type Command, UsageError } from './command.ts';

const batchSize = 50;

/** Safe to repeat and to run beside the server: a file is deleted only once it is stored there. */
export const moveFiles: Command = async ({ db, config }) => {
  if (!config.bucket) throw new UsageError('FILES_URL is needed: it names where the files go.');
  const bucket = openBucketFiles(config.bucket, { fetch: createFetch(config) });
  await tryOut(bucket);
  const images = await moveFolder(config.dataDir, 'images', bucket);
  const documents = await moveFolder(config.dataDir, 'sources', bucket);
  const pictures = await movePictures(db, bucket);
  return [
    `Moved ${images} pictures of experts, ${documents} documents and ${pictures} pictures of messages.`,
  ];
};

/**
 * With nothing to move, a bucket that refuses everything would look like a success.
 * @throws {UsageError}
 */
async function tryOut(bucket: Files): Promise<void> {
  const name = `images/${randomUUID()}.webp`;
  try {
    await bucket.write(name, Buffer.from('Sagewire tries whether it may write here.'));
    await bucket.remove(name);
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    throw new UsageError(
      `The bucket of FILES_URL can't be used (${error.detail}). Nothing was moved.`,
    );
  }
}

async function moveFolder(dataDir: string, folder: string, to: Files): Promise<number> {
  const path = join(dataDir, folder);
  const from = openFolderFiles(dataDir);
  const names = listFolder(path)
    .map((name) => `${folder}/${name}`)
    .filter((name) => fileName.test(name));
  for (const name of names) {
    const bytes = await from.read(name);
    if (bytes) await to.write(name, bytes);
    await from.remove(name);
  }
  return names.length;
}

/** @throws for a folder that can't be read. */
function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new UsageError(`${path} can't be read: ${(error as Error).message}`);
  }
}

async function movePictures(db: Database, to: Files): Promise<number> {
  let moved = 0;
  for (;;) {
    const rows = await listWithBytes(db, batchSize);
    for (const { id, picture } of rows) {
      if (picture) await to.write(toPictureFile(id), picture);
      // The person was erased during the upload.
      if (!(await clearBytes(db, id))) await to.remove(toPictureFile(id));
    }
    moved += rows.length;
    if (rows.length < batchSize) return moved;
  }
}
