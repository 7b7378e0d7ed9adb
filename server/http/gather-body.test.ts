import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatheredBody } from './gather-body.ts';

const kB = 1024;
/** As Node's parser makes them: each piece in memory of its own. */
const aPiece = (length: number, byte = 'x') => Buffer.alloc(length, byte);

setFlagsFromString('--expose-gc');
/** That of the tests before. */
const collectGarbage: () => void = runInNewContext('gc');

async function readAll(body: Readable): Promise<Buffer[]> {
  const blocks: Buffer[] = [];
  body.on('data', (block: Buffer) => blocks.push(Buffer.from(block)));
  await new Promise((resolve, reject) => body.on('end', resolve).on('error', reject));
  return blocks;
}

const gather = (raw: PassThrough) => new GatheredBody(raw as unknown as IncomingMessage);

describe('a gathered body', () => {
  it('has the bytes of the pieces, whatever their lengths', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 200 * kB }), { maxLength: 8 }),
        async (lengths) => {
          const raw = new PassThrough();
          const read = readAll(gather(raw));
          const pieces = lengths.map((length, index) => aPiece(length, String(index)));
          const sent = Buffer.concat(pieces);
          for (const piece of pieces) raw.write(piece);
          raw.end();
          expect(sent.equals(Buffer.concat(await read))).toBe(true);
        },
      ),
      { numRuns: 50 },
    ));

  it('keeps 100,000 pieces of a byte in two blocks', async () => {
    const raw = new PassThrough();
    const read = readAll(gather(raw));
    for (let sent = 0; sent < 100_000; sent++) raw.write(aPiece(1));
    raw.end();
    expect((await read).map(({ length }) => length)).toEqual([64 * kB, 100_000 - 64 * kB]);
  });

  it.each([
    ['once it is refused', (raw: PassThrough) => void raw.emit('error', new Error('no room'))],
    ['once it has been read', (raw: PassThrough) => void raw.end()],
    ['once its sender has gone', (raw: PassThrough) => void raw.destroy()],
  ])('frees its memory %s, not when garbage is collected', async (_, end) => {
    const held = () => process.memoryUsage().arrayBuffers / kB / kB;
    collectGarbage();
    await nextTurn();
    collectGarbage();
    const before = held();
    const raws = Array.from({ length: 20 }, () => new PassThrough().on('error', () => {}));
    const bodies = raws.map((raw) => gather(raw).on('error', () => {}));
    for (const body of bodies) body.resume();
    for (let sent = 0; sent < 64; sent++) {
      for (const raw of raws) raw.write(aPiece(64 * kB));
      await nextTurn();
    }
    expect(held() - before).toBeGreaterThan(50);
    for (const raw of raws) end(raw);
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    expect(held() - before).toBeLessThan(20);
  });

  it('is not read before it is wanted', async () => {
    const raw = new PassThrough();
    gather(raw);
    raw.write(aPiece(kB));
    await nextTurn();
    expect(raw.readableFlowing).not.toBe(true);
    expect(raw.readableLength).toBe(kB);
  });
});
