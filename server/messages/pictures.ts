import type { AttachmentRow } from '#server/db/schema.ts';
import type { Runtime } from '#server/runtime.ts';
import { storePicture } from './attachments-store.ts';
import { forgetUselessFiles, listUselessFiles, toPictureFile } from './picture-files-store.ts';

type Keeping = Pick<Runtime, 'db' | 'files'>;

/** In the bucket if there is one, else in the row: all processes share either. */
export async function keepPicture(
  { db, files }: Keeping,
  id: string,
  { picture, ...size }: { picture: Buffer; width: number; height: number },
): Promise<void> {
  if (!files.isShared) return void (await storePicture(db, id, { picture, ...size }));
  const name = toPictureFile(id);
  await files.write(name, picture);
  const isKept = await storePicture(db, id, { picture: null, ...size });
  // The person was erased during the upload.
  if (!isKept) await files.remove(name);
}

/** Null for a picture that is not stored. */
export async function readPicture(
  { files }: Pick<Runtime, 'files'>,
  { id, state, picture }: Pick<AttachmentRow, 'id' | 'state' | 'picture'>,
): Promise<Buffer | null> {
  if (state !== 'stored') return null;
  return picture ?? files.read(toPictureFile(id));
}

const batchSize = 100;

/** What fails is tried again by the next sweep. */
export async function removeUselessFiles(
  { db, files }: Keeping,
  signal?: AbortSignal,
): Promise<void> {
  for (let names = await listUselessFiles(db, batchSize); names.length > 0; ) {
    for (const name of names) {
      if (signal?.aborted) return;
      await files.remove(name);
    }
    await forgetUselessFiles(db, names);
    names = await listUselessFiles(db, batchSize);
  }
}
