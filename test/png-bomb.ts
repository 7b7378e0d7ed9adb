import { crc32, deflateSync } from 'node:zlib';

const bytesPerPixel = 8;
/** Adam7: first column and row of each pass, and its steps. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Interlaced, so a decoder holds all of it: 300 kB become 480 MB at 6,300 × 6,300. */
export function aPngBomb(side = 6_300): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([16, 6, 0, 0, 1], 8);
  const lengths = passes.map(([column, row, columns, rows]) => {
    const width = Math.ceil((side - column) / columns);
    return Math.ceil((side - row) / rows) * (1 + width * bytesPerPixel);
  });
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    toChunk('IHDR', header),
    toChunk('IDAT', deflateSync(Buffer.alloc(whole))),
    toChunk('IEND', Buffer.alloc(0)),
  ]);
}

function toChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
