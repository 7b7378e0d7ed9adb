import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSpecTags } from './test-titles.ts';

const root = join(import.meta.dirname, '..');
export const specPage = 'docs/spec-conformance.md';

/** `file` and `title` of a test that keeps a clause. */
export type Keeper = { file: string; title: string };

/** A clause's row: its number, its words, its tests. */
const clauseRow = /^\| (\d\.\d+) \| (.*) \| (.*) \|$/;

/** The tests of each clause, by the tags above them. */
export function readKeepers(): Map<string, Keeper[]> {
  const files = globSync('{server,shared,safety,sandbox,web,test}/**/*.test.{ts,tsx}', {
    cwd: root,
  }).sort();
  const keepers = new Map<string, Keeper[]>();
  for (const file of files) {
    if (!/^ *\/\/ spec: /m.test(readFileSync(join(root, file), 'utf8'))) continue;
    for (const { ids, title } of readSpecTags(join(root, file))) {
      for (const id of ids) keepers.set(id, [...(keepers.get(id) ?? []), { file, title }]);
    }
  }
  return keepers;
}

/** The page with the tests that `keepers` names. */
export function fillInTests(page: string, keepers: Map<string, Keeper[]>): string {
  return page
    .split('\n')
    .map((line) => {
      const [, id = '', words = ''] = clauseRow.exec(line) ?? [];
      if (id === '') return line;
      const named = keepers.get(id) ?? [];
      const tests = named.map(({ file, title }) => `\`${file}\` ${title.replaceAll('|', '\\|')}`);
      return `| ${id} | ${words} | ${tests.join('<br>') || '–'} |`;
    })
    .join('\n');
}
