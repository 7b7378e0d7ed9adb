import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { imageMaxPixels } from '#shared/images.ts';
import { exitOnTooManyPixels } from './encode.ts';

/** A process that reads one picture from its input and writes it, encoded anew, to its output. */
const maxSide = 1024;
const quality = 82;

sharp.cache(false);
sharp.concurrency(1);
const image = sharp(await buffer(process.stdin), { limitInputPixels: false });
const { width, height } = await image.metadata();
if (width * height > imageMaxPixels) process.exit(exitOnTooManyPixels);
const webp = await image
  .autoOrient()
  .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
  .webp({ quality })
  .toBuffer();
process.stdout.write(webp);
