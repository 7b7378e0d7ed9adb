import type { Runtime } from '#server/runtime.ts';
import type { Finding, Watch } from './finding.ts';

const gigabyte = 1e9;
const minFree = gigabyte;
const minShare = 0.1;

/** Of the disk that DATA_DIR is on. */
export async function findFullDisk(
  { config }: Pick<Runtime, 'config'>,
  { host, readDisk }: Watch,
): Promise<Finding[]> {
  const { bavail, blocks, bsize } = await readDisk(config.dataDir);
  // Some network file systems don't say how large they are.
  if (blocks === 0) return [];
  const share = bavail / blocks;
  const free = bavail * bsize;
  if (free >= minFree && share >= minShare) return [];
  const detail = `${host} has ${(free / gigabyte).toFixed(1)} GB free (${Math.floor(share * 100)}%) where DATA_DIR is.`;
  return [{ subject: host, detail, link: '/settings' }];
}
