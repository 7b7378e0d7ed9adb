import { createHash } from 'node:crypto';
import type { Files } from '../files/files.ts';

const urlPrefix = '/api/images/';
const namePattern = /^[0-9a-f]{32}\.webp$/;
const folder = 'images';

/**
 * Named by content: a URL always shows the same picture.
 * @returns the URL's path.
 */
export async function saveImage(files: Files, webp: Buffer): Promise<string> {
  const hash = createHash('sha256').update(webp).digest('hex').slice(0, 32);
  const name = `${hash}.webp`;
  await files.write(`${folder}/${name}`, webp);
  return urlPrefix + name;
}

export async function findImage(files: Files, name: string): Promise<Buffer | null> {
  return namePattern.test(name) ? files.read(`${folder}/${name}`) : null;
}

/** Ignores pictures on other sites. */
export async function removeImage(files: Files, url: string): Promise<void> {
  const name = url.startsWith(urlPrefix) ? url.slice(urlPrefix.length) : '';
  if (namePattern.test(name)) await files.remove(`${folder}/${name}`);
}
