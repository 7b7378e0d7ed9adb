import { expect, it } from 'vitest';
import { z } from 'zod';
import { makeId } from './make-id.ts';

it('makes ids that the server takes, each another one', () => {
  const ids = Array.from({ length: 100 }, makeId);
  for (const id of ids) expect(z.uuid().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(100);
});
