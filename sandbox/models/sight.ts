import { sizeOfWebp } from '#shared/webp.ts';

/** A picture as a model of the sandbox sees it: what its bytes say of themselves. */
export type SeenPicture = { kind: string; width: number; height: number; kilobytes: number };

/** Models that read words alone; the last one is the sandbox's own, to try it with any vendor. */
const blindModels = /^(gpt-3\.5-turbo|gpt-4$|o3-mini|text-only)/;

export function isBlind(model: string): boolean {
  return blindModels.test(model);
}

/** @param data base64, or an address that holds it (`data:image/webp;base64,…`). */
export function seePicture(data: string): SeenPicture[] {
  const bytes = Buffer.from(data.replace(/^data:[^,]*,/, ''), 'base64');
  const size = sizeOfWebp(bytes) ?? sizeOfPng(bytes);
  if (!size) return [];
  const kind = bytes.toString('latin1', 0, 4) === 'RIFF' ? 'WebP' : 'PNG';
  return [{ kind, ...size, kilobytes: Math.ceil(bytes.byteLength / 1024) }];
}

function sizeOfPng(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.byteLength < 24 || bytes.toString('latin1', 1, 4) !== 'PNG') return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** What can be said of pictures by who looks at their outside only. */
export function describePictures(pictures: SeenPicture[]): string {
  const [first] = pictures;
  if (!first) return '';
  if (pictures.length > 1) {
    const sizes = pictures.map(({ width, height }) => `${width}×${height}`);
    return `I see ${pictures.length} pictures: ${sizes.join(' and ')} pixels.`;
  }
  const { kind, width, height, kilobytes } = first;
  const ratio = width / height;
  const shape =
    ratio > 1.15 ? 'wider than tall' : ratio < 0.87 ? 'taller than wide' : 'about square';
  return `I see a picture of ${width}×${height} pixels, ${shape} (${kind}, ${kilobytes} kB).`;
}
