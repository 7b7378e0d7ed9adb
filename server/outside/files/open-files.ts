import { type Outgoing, openBucketFiles } from './bucket.ts';
import type { BucketSettings } from './bucket-settings.ts';
import type { Files } from './files.ts';
import { openFolderFiles } from './folder.ts';

export function openFiles(
  { bucket, dataDir }: { bucket: BucketSettings | null; dataDir: string },
  outgoing: Outgoing,
): Files {
  const folder = openFolderFiles(dataDir);
  return bucket ? withEarlier(folder, openBucketFiles(bucket, outgoing)) : folder;
}

/** What was kept before FILES_URL was set is in the folder until `move-files` has run. */
function withEarlier(folder: Files, bucket: Files): Files {
  return {
    ...bucket,
    async read(name) {
      return (await folder.read(name)) ?? (await bucket.read(name));
    },
    async remove(name) {
      await folder.remove(name);
      await bucket.remove(name);
    },
  };
}

/** @returns a line for the log if this process may be one of several that serve pictures from folders of their own. */
export function describeOwnFolder({
  bucket,
  dataDir,
  roles,
}: {
  bucket: BucketSettings | null;
  dataDir: string;
  roles: readonly string[];
}): string | null {
  if (bucket || !roles.includes('http') || roles.includes('worker')) return null;
  return `Without FILES_URL, pictures of experts are in DATA_DIR ${dataDir}: all http processes must share this folder.`;
}
