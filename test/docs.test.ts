import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = globSync('{*,docs/{*,decisions/*,how-it-works/*,how-to/*,runbooks/*}}.md', {
  cwd: root,
}).sort();

const withoutCode = (text: string) => text.replaceAll(/```.*?```/gs, '');

/** As GitHub makes them: "A call of unknown outcome" is #a-call-of-unknown-outcome. */
function listAnchors(path: string): string[] {
  const headings = withoutCode(read(path)).matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function findBrokenLinks(page: string): string[] {
  const links = withoutCode(read(page)).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g);
  return [...links].flatMap(([, link = '']) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    const isThere =
      existsSync(join(root, target)) && (!anchor || listAnchors(target).includes(anchor));
    return isThere ? [] : [`${page}: ${link}`];
  });
}

describe('the docs', () => {
  it('link to pages and headings that are there', () => {
    expect(pages).toContain('docs/how-it-works/messages.md');
    expect(pages.flatMap(findBrokenLinks)).toEqual([]);
  });

  it('name files that are there, or that a how-to makes as its example', () => {
    const example = /telegram|mistral|guards\/ping|features\/x$/;
    const missing = pages
      .filter((page) => /^docs\/(how-it-works|how-to|[a-z-]+\.md)/.test(page))
      .flatMap((page) => {
        const named = read(page).matchAll(
          /`((?:server|shared|safety|sandbox|web|test|bench|deploy|docs)\/[\w./-]+)`/g,
        );
        const paths = [...named].map(([, path]) => path as string);
        const lost = paths.filter((path) => !existsSync(join(root, path)) && !example.test(path));
        return lost.map((path) => `${page}: ${path}`);
      });
    expect(missing).toEqual([]);
  });

  it('have every page in the list of how it works', () => {
    const listed = read('docs/how-it-works/README.md');
    const own = pages.filter((page) => page.startsWith('docs/how-it-works/'));
    const names = own.map((page) => page.split('/').at(-1) as string);
    const unlisted = names.filter((name) => name !== 'README.md' && !listed.includes(`(${name})`));
    expect(unlisted).toEqual([]);
  });
});

it('the README is short, and its map names every room', () => {
  const readme = read('README.md');
  const rooms = [
    ...readdirSync(join(root, 'server'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `  ${name}/`),
    ...['server', 'web', 'sandbox', 'safety', 'shared', 'test', 'bench'].map((name) => `${name}/`),
  ];
  const lines = readme.split('\n');
  expect(rooms.length).toBeGreaterThan(15);
  expect(rooms.filter((room) => !lines.some((line) => line.startsWith(`${room} `)))).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(70);
});

it('the glossary has at most 30 words, each told in at most 30', () => {
  const rows = [...read('docs/glossary.md').matchAll(/^\| (?!word)(\w+) \| (.+) \|$/gm)];
  const long = rows.filter(([, , meaning = '']) => meaning.split(' ').length > 30);
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.length).toBeLessThanOrEqual(30);
  expect(long.map(([, word]) => word)).toEqual([]);
});

describe('a decision', () => {
  const decisions = pages.filter((page) => /^docs\/decisions\/\d/.test(page));

  it.each(decisions)('is half a page, with its date and whether it is in force: %s', (page) => {
    const lines = read(page).trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(25);
    expect(lines[0]).toMatch(/^# \d+\. \S/);
    expect(lines[2]).toMatch(/^\d{4}-\d\d-\d\d · (in force|superseded by \[)/);
    expect(read('docs/decisions/README.md')).toContain(`(${page.split('/').at(-1)})`);
  });
});
