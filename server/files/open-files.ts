import { type Outgoing, openBucketFiles } from './bucket.ts';
import type { BucketSettings } from './bucket-settings.ts';
import type { Files } from './files.ts';
import { openFolderFiles } from './folder.ts';

export function openFiles(
  { bucket, dataDir }: { bucket: BucketSettings | null; dataDir: string },
  outgoing: Outgoing,
): Files {
  return bucket ? openBucketFiles(bucket, outgoing) : openFolderFiles(dataDir);
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
