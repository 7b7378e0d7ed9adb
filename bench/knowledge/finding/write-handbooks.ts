import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type HandbookPiece, handbooksPath } from './read-handbooks.ts';

/**
 * `node bench/knowledge/finding/write-handbooks.ts FOLDER`, where FOLDER holds the unpacked Debian packages gnome-user-docs
 * and debian-handbook (`apt-get download gnome-user-docs debian-handbook`, then `dpkg -x` each). README.md names versions.
 */
const folder = process.argv[2] as string;
const count = 3000;
const maxPieceWords = 110;
const places = [
  'usr/share/help/C/{gnome-help,system-admin-guide}/*.page',
  'usr/share/doc/debian-handbook/html/en-US/*.html',
];
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' };

const pieces = places
  .flatMap((place) => globSync(place, { cwd: folder }).sort())
  .flatMap((path) => cutPage(basename(path), readFileSync(join(folder, path), 'utf8')));
const kept = pieces.filter(
  (_, nth) =>
    Math.floor((nth * count) / pieces.length) !== Math.floor(((nth - 1) * count) / pieces.length),
);
console.log(`${pieces.length} pieces, ${kept.length} kept`);
writeFileSync(
  handbooksPath,
  brotliCompressSync(kept.map((piece) => JSON.stringify(piece)).join('\n')),
);

function cutPage(page: string, source: string): HandbookPiece[] {
  const found: HandbookPiece[] = [];
  let [title, heading, words] = ['', '', 0];
  for (const { isHeading, text } of listBlocks(source)) {
    if (isHeading && title === '') title = text;
    else if (isHeading) heading = text;
    const size = text.split(' ').length;
    const last = found.at(-1);
    if (isHeading) words = Number.POSITIVE_INFINITY;
    else if (last && words + size <= maxPieceWords) {
      last.text += `\n${text}`;
      words += size;
    } else {
      found.push({ page, title, heading, text });
      words = size;
    }
  }
  return found;
}

function listBlocks(source: string): { isHeading: boolean; text: string }[] {
  const body = source
    .replaceAll(/<(info|head|script|style|comment)\b[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<(p id="title"|ul class="docnav)[\s\S]*?<\/(p|ul)>/g, '')
    .replaceAll(/<(title|h[1-6])\b[^>]*>/g, '\n\n\u0001')
    .replaceAll(
      /<\/?(p|li|item|title|h[1-6]|tr|div|section|pre|screen|dt|dd|ul|ol|table)\b[^>]*>/g,
      '\n\n',
    )
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(\w+);/g, (entity, name) => entities[name] ?? entity);
  return body
    .split('\n\n')
    .map((block) => block.replaceAll(/\s+/g, ' ').trim())
    .map((text) => ({
      isHeading: text.startsWith('\u0001'),
      text: text.replaceAll('\u0001', '').trim(),
    }))
    .filter(({ text }) => /\w/.test(text));
}
