import { expect, it } from 'vitest';
import { findPage } from './pages.ts';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** Addresses outside the table. */
const others = ['/login', '/safety', '/sandbox'];

it('has every page that the site links to', () => {
  const links = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/(?:href="|navigate\('|[sS]ettings: '|[hH]ome: ')(\/[^"']*)/g)].map(
      ([, address = '']) => address,
    ),
  );
  expect(links).toContain('/user/subscription');
  expect(links).toContain('/user/settings');
  const paths = links.map((address) => address.replace(/\?.*/, ''));
  const dead = paths.filter((path) => !findPage(path) && !others.includes(path));
  expect(dead).toEqual([]);
});
