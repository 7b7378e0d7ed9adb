import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import { imageMaxPixels } from '#shared/images.ts';
import { exitOnTooManyPixels, isHeic } from './encode.ts';

/** Re-encodes one picture from stdin to stdout. */
const maxSide = 1024;
const quality = 82;

sharp.cache(false);
sharp.concurrency(1);
const image = await open(await buffer(process.stdin));
const webp = await image
  .autoOrient()
  .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
  .webp({ quality })
  .toBuffer();
process.stdout.write(webp);

async function open(bytes: Buffer): Promise<Sharp> {
  if (!isHeic(bytes)) {
    const image = sharp(bytes, { limitInputPixels: false });
    checkSize(await image.metadata());
    return image;
  }
  const { openHeic } = await import('./heic.ts');
  const heic = openHeic(bytes);
  checkSize(heic);
  const { data, ...raw } = heic.decode();
  return sharp(data, { raw, limitInputPixels: false });
}

function checkSize({ width, height }: { width: number; height: number }): void {
  if (width * height > imageMaxPixels) process.exit(exitOnTooManyPixels);
}
