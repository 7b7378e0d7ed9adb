import type { AttachmentRow } from '#server/db/schema.ts';
import type { Runtime } from '#server/runtime.ts';
import { storePicture } from './attachments-store.ts';
import {
  deleteOrphanedFile,
  listOrphanedFiles,
  markFailed,
  toPictureFile,
} from './picture-files-store.ts';

type Keeping = Pick<Runtime, 'db' | 'files'>;

/** In the bucket if there is one that takes it, else in its row, from where `move-files` brings it. */
export async function savePicture(
  { db, files, log }: Keeping & Pick<Runtime, 'log'>,
  id: string,
  { picture, ...size }: { picture: Buffer; width: number; height: number },
): Promise<void> {
  const name = toPictureFile(id);
  const isInBucket = files.isShared && (await upload({ files, log }, name, picture));
  const isKept = await storePicture(db, id, { picture: isInBucket ? null : picture, ...size });
  // The person was erased during the upload.
  if (isInBucket && !isKept) await files.remove(name);
}

async function upload(
  { files, log }: Pick<Runtime, 'files' | 'log'>,
  name: string,
  picture: Buffer,
): Promise<boolean> {
  try {
    await files.write(name, picture);
    return true;
  } catch (error) {
    log.warn({ err: error, name }, 'the bucket did not take a picture: it is kept in the database');
    return false;
  }
}

export async function readPicture(
  { files }: Pick<Runtime, 'files'>,
  { id, state, picture }: Pick<AttachmentRow, 'id' | 'state' | 'picture'>,
): Promise<Buffer | null> {
  if (state !== 'stored') return null;
  return picture ?? files.read(toPictureFile(id));
}

const batchSize = 100;
/** Then the bucket itself is down, not single files. */
const maxFailures = 3;

/**
 * A file that fails waits for the next sweep and holds up no other.
 * @throws the first failure, at the end.
 */
export async function removeOrphanedFiles(
  sweeping: Keeping & Pick<Runtime, 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const { db, clock } = sweeping;
  let failure: unknown = null;
  let inARow = 0;
  const since = clock.now();
  const list = () => listOrphanedFiles(db, { since, limit: batchSize });
  for (let names = await list(); names.length > 0; names = await list()) {
    for (const name of names) {
      if (signal?.aborted) return;
      const error = await removeFile(sweeping, name);
      failure ??= error;
      inARow = error ? inARow + 1 : 0;
      if (error) await markFailed(db, name, since);
      if (inARow === maxFailures) throw failure;
    }
  }
  if (failure) throw failure;
}

async function removeFile({ db, files }: Keeping, name: string): Promise<unknown> {
  try {
    await files.remove(name);
    await deleteOrphanedFile(db, name);
    return null;
  } catch (error) {
    return error;
  }
}
