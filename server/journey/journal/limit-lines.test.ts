import { expect, it } from 'vitest';
import { limitLines } from './limit-lines.ts';

it('writes twenty lines a second, and how many were left out', () => {
  let at = 0;
  const lines: object[] = [];
  const write = limitLines({ now: () => new Date(at) }, (facts) => lines.push(facts));
  for (let n = 0; n < 100; n++) write({ n }, 'webhook not found');
  expect(lines).toHaveLength(20);
  at = 1_000;
  write({ n: 100 }, 'webhook not found');
  write({ n: 101 }, 'webhook not found');
  expect(lines.slice(20)).toEqual([{ n: 100, leftOut: 80 }, { n: 101 }]);
});
