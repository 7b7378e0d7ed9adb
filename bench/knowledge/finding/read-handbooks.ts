import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

export type HandbookPiece = { page: string; title: string; heading: string; text: string };

export const handbooksPath = join(import.meta.dirname, 'handbooks.jsonl.br');

/** 3,000 pieces of two real handbooks, as README.md says. */
export function readHandbooks(): HandbookPiece[] {
  const lines = brotliDecompressSync(readFileSync(handbooksPath)).toString().split('\n');
  return lines.map((line) => JSON.parse(line));
}
