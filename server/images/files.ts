import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const urlPrefix = '/api/images/';
const namePattern = /^[0-9a-f]{32}\.webp$/;

/**
 * Names a picture by its content, so that a URL never changes its meaning.
 * @returns the path of the URL.
 */
export async function saveImage(dataDir: string, webp: Buffer): Promise<string> {
  const hash = createHash('sha256').update(webp).digest('hex').slice(0, 32);
  const name = `${hash}.webp`;
  const folder = folderIn(dataDir);
  await mkdir(folder, { recursive: true });
  // Renamed when complete: a half-written file is never served.
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

/** Ignores pictures on other sites. */
export async function removeImage(dataDir: string, url: string): Promise<void> {
  const name = url.startsWith(urlPrefix) ? url.slice(urlPrefix.length) : '';
  if (namePattern.test(name)) await rm(join(folderIn(dataDir), name), { force: true });
}

function folderIn(dataDir: string): string {
  return join(dataDir, 'images');
}
