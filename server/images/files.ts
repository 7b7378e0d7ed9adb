import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const urlPrefix = '/api/images/';
const namePattern = /^[0-9a-f]{32}\.webp$/;

/**
 * Keeps a picture under a name made of its content, so that an address never changes its meaning.
 * @returns the path it is served at.
 */
export async function saveImage(dataDir: string, webp: Buffer): Promise<string> {
  const hash = createHash('sha256').update(webp).digest('hex').slice(0, 32);
  const name = `${hash}.webp`;
  const folder = folderIn(dataDir);
  await mkdir(folder, { recursive: true });
  // Renamed when it is whole: a half-written file is never served.
  const unfinished = join(folder, `${name}.${randomUUID()}`);
  await writeFile(unfinished, webp);
  await rename(unfinished, join(folder, name));
  return urlPrefix + name;
}

export async function findImage(dataDir: string, name: string): Promise<Buffer | null> {
  if (!namePattern.test(name)) return null;
  try {
    return await readFile(join(folderIn(dataDir), name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Pictures that live elsewhere are left alone. */
export async function removeImage(dataDir: string, url: string): Promise<void> {
  const name = url.startsWith(urlPrefix) ? url.slice(urlPrefix.length) : '';
  if (namePattern.test(name)) await rm(join(folderIn(dataDir), name), { force: true });
}

function folderIn(dataDir: string): string {
  return join(dataDir, 'images');
}
