import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import { imageMaxPixels } from '#shared/images.ts';
import { exitOnTooManyPixels, exitOnTooMuchMemory, isHeic } from './encode.ts';

const maxSide = 1024;
const quality = 82;
/** 40 megapixels take up to 300 MB. */
const memoryLimit = 400 * 1024 * 1024;
const memoryCheckMs = 10;

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
    // From outside, because Sharp decodes in its own threads. WebAssembly limits HEIC.
    setInterval(checkMemory, memoryCheckMs).unref();
    const image = sharp(bytes, { limitInputPixels: imageMaxPixels });
    checkSize(await sharp(bytes, { limitInputPixels: false }).metadata());
    return image;
  }
  const { openHeic } = await import('./heic.ts');
  const heic = openHeic(bytes);
  checkSize(heic);
  const { data, ...raw } = heic.decode();
  return sharp(data, { raw, limitInputPixels: imageMaxPixels });
}

function checkMemory(): void {
  if (process.memoryUsage.rss() > memoryLimit) process.exit(exitOnTooMuchMemory);
}

function checkSize({ width, height }: { width: number; height: number }): void {
  if (width * height > imageMaxPixels) process.exit(exitOnTooManyPixels);
}
