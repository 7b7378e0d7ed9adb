import { gzipSync } from 'node:zlib';

export function gzipKb(file: string | Buffer): number {
  return gzipSync(file, { level: 9 }).length / 1000;
}
