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
