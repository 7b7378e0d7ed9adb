import { sizeOfWebp } from '#shared/webp.ts';

/** From the header: the sandbox's models see nothing else. */
export type PictureInfo = { format: string; width: number; height: number; kilobytes: number };

const textOnlyModels = /^(gpt-3\.5-turbo|gpt-4$|o3-mini|text-only)/;

export function isTextOnly(model: string): boolean {
  return textOnlyModels.test(model);
}

/** Takes base64 or a data URL; empty unless a model would take it. */
export function readPictureInfo(data: string): PictureInfo[] {
  const bytes = Buffer.from(data.replace(/^data:[^,]*,/, ''), 'base64');
  const size = sizeOfWebp(bytes) ?? sizeOfPng(bytes);
  if (!size) return [];
  const format = bytes.toString('latin1', 0, 4) === 'RIFF' ? 'WebP' : 'PNG';
  return [{ format, ...size, kilobytes: Math.ceil(bytes.byteLength / 1024) }];
}

function sizeOfPng(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.byteLength < 24 || bytes.toString('latin1', 1, 4) !== 'PNG') return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

export function describePictures(pictures: PictureInfo[]): string {
  const [first] = pictures;
  if (!first) return '';
  if (pictures.length > 1) {
    const sizes = pictures.map(({ width, height }) => `${width}×${height}`);
    return `I see ${pictures.length} pictures: ${sizes.join(' and ')} pixels.`;
  }
  const { format, width, height, kilobytes } = first;
  const ratio = width / height;
  const shape =
    ratio > 1.15 ? 'wider than tall' : ratio < 0.87 ? 'taller than wide' : 'about square';
  return `I see a picture of ${width}×${height} pixels, ${shape} (${format}, ${kilobytes} kB).`;
}
