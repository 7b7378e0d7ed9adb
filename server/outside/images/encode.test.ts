import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sizeOfWebp } from '#shared/webp.ts';
import { aPngBomb } from '#test/png-bomb.ts';
import { encodeImage } from './encode.ts';

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

/** A busy machine takes half a minute for as much memory. */
const patiently = { timeLimitMs: 80_000 };
const testTimeout = 90_000;

describe('a picture that would stop the process', () => {
  it(
    'is given up when it takes too much memory, and the next one is read meanwhile',
    async () => {
      const bomb = aPngBomb();
      expect(bomb.length).toBeLessThan(1024 * 1024);
      const [first, next] = await Promise.allSettled([
        encodeImage(bomb, patiently),
        encodeImage(await draw(30, 20), patiently),
      ]);
      expect(first).toMatchObject({ reason: { status: 422, problem: 'memory' } });
      const size = { width: 30, height: 20 };
      expect(next.status === 'fulfilled' && sizeOfWebp(next.value)).toEqual(size);
    },
    testTimeout,
  );

  it('is given up when it takes too long', async () => {
    const picture = await draw(2_000, 2_000);
    const encoded = encodeImage(picture, { timeLimitMs: 1 });
    await expect(encoded).rejects.toMatchObject({ status: 422, problem: 'time' });
  });
});

it('a damaged picture says so', async () => {
  const half = (await draw(300, 300)).subarray(0, 200);
  await expect(encodeImage(half)).rejects.toMatchObject({ status: 422, problem: 'damaged' });
});
