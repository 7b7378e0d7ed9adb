import { fileURLToPath } from 'node:url';
import { AppError, tooLarge, unsupportedType } from '#server/errors.ts';
import { imageTypeMessage } from '#shared/images.ts';
import { createLimit } from '../concurrency.ts';
import { runInOwnProcess } from '../own-process.ts';

const encoder = fileURLToPath(new URL('./encoder.ts', import.meta.url));
const defaultTimeLimitMs = 20_000;
/** In pages of 64 kB: 512 MB. A HEIC of 40 megapixels takes 300 MB. */
const wasmMemoryLimit = '--wasm-max-mem-pages=8192';
/** Other exit codes than 0 mean a damaged picture. */
export const exitOnTooManyPixels = 3;
export const exitOnTooMuchMemory = 4;

const problems = {
  damaged: 'This image is damaged or incomplete. Please select another one.',
  memory: 'This image takes too much memory to read. Please select another one.',
  time: 'This image takes too long to read. Please select another one.',
};

export class ImageUnreadable extends AppError {
  readonly problem: keyof typeof problems;

  constructor(problem: keyof typeof problems) {
    super(422, problems[problem]);
    this.problem = problem;
  }
}

/** So that a slow picture does not stop the others; each takes up to 400 MB. */
const limitEncoders = createLimit({ atOnce: 2 });

/**
 * As upright WebP, small enough for pages, without metadata.
 * @param fromPhone also HEIC, and a GIF's first frame.
 * @throws {AppError} 415 for other content, 413 for too many pixels.
 * @throws {ImageUnreadable} 422
 */
export async function encodeImage(
  bytes: Buffer,
  { fromPhone = false, timeLimitMs = defaultTimeLimitMs }: EncodeOptions = {},
): Promise<Buffer> {
  const isTaken = isImage(bytes) || (fromPhone && (isGif(bytes) || isHeic(bytes)));
  if (!isTaken) throw unsupportedType(imageTypeMessage);
  return limitEncoders(() => encodeElsewhere(bytes, timeLimitMs));
}

type EncodeOptions = { fromPhone?: boolean; timeLimitMs?: number };

/** By content: name and declared type may be wrong. */
function isImage(bytes: Buffer): boolean {
  const at = (start: number, text: string) =>
    bytes.toString('latin1', start, start + text.length) === text;
  const isJpeg = at(0, '\xFF\xD8\xFF');
  const isPng = at(0, '\x89PNG\r\n\x1A\n');
  const isWebp = at(0, 'RIFF') && at(8, 'WEBP');
  return isJpeg || isPng || isWebp;
}

function isGif(bytes: Buffer): boolean {
  return /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6));
}

/** By brand: other codecs use the same box. */
export function isHeic(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 256));
  return /^(.{4})*?(hei[cxms]|hev[cxms])/s.test(brands);
}

async function encodeElsewhere(bytes: Buffer, timeLimitMs: number): Promise<Buffer> {
  const { output, exitCode, signal } = await runInOwnProcess({
    script: encoder,
    flags: [wasmMemoryLimit],
    ...{ bytes, timeLimitMs },
  });
  if (exitCode === 0) return output;
  if (exitCode === exitOnTooManyPixels) throw tooLarge('Image must have less than 40 megapixels.');
  if (exitCode === exitOnTooMuchMemory) throw new ImageUnreadable('memory');
  throw new ImageUnreadable(signal === 'SIGKILL' ? 'time' : 'damaged');
}
