import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of this version's code, so that a migration can be added to it. */
const copied = ['server', 'shared', 'safety', 'sandbox', 'package.json'];
const linked = ['node_modules', 'dist', 'web', 'vite.config.ts'];

type Change = {
  tag: string;
  statements: string[];
  edit?: { path: string; from: string; to: string };
};

/** The code that comes with it reads and writes a new column of each message. */
export const expansion: Change = {
  tag: '9001_add_moods',
  statements: [
    'alter table messages add column mood text',
    "alter table threads add column tone text not null default 'plain'",
    'create table moods (name text primary key)',
  ],
  edit: {
    path: 'server/db/schema.ts',
    from: "  'messages',\n  {\n",
    to: "  'messages',\n  {\n    mood: text('mood').default('new'),\n",
  },
};
export const index: Change = {
  tag: '9002_index_moods',
  statements: ['create index concurrently messages_mood on messages (mood)'],
};
export const contract: Change = {
  tag: '9003_drop_tone',
  statements: ['-- contract: 9001_add_moods\nalter table threads drop column tone'],
};

/** A newer version of the product, in a folder of its own. */
export function copyVersion(changes: Change[]) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sagewire-version-')));
  const skipsTests = { recursive: true, filter: (path: string) => !path.endsWith('.test.ts') };
  for (const path of copied) cpSync(path, join(root, path), skipsTests);
  for (const path of linked) symlinkSync(realpathSync(path), join(root, path));
  for (const change of changes) addMigration(root, change);
  return {
    script: join(root, 'server/main.ts'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function addMigration(root: string, { tag, statements, edit }: Change): void {
  const folder = join(root, 'server/db/migrations');
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8'));
  const { when, ...last } = journal.entries.at(-1);
  journal.entries.push({ ...last, idx: last.idx + 1, when: when + 1, tag });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(join(folder, `${tag}.sql`), statements.join(';--> statement-breakpoint\n'));
  if (!edit) return;
  const source = readFileSync(join(root, edit.path), 'utf8');
  if (!source.includes(edit.from)) throw new Error(`${edit.path} has no place for ${tag}`);
  writeFileSync(join(root, edit.path), source.replace(edit.from, edit.to));
}
