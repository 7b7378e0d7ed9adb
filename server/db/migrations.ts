import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Migration = {
  tag: string;
  /** Its time in the journal, by which databases know it. */
  when: number;
  hash: string;
  statements: string[];
  /** Of one that takes something away: the oldest migration that code must know to work without that. */
  needs: { tag: string; when: number } | null;
};

const ownFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** What `npm run migration` writes, oldest first. @throws if one needs a migration that is not among the older ones. */
export function readMigrations(folder = ownFolder): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  const read: Migration[] = [];
  for (const { tag, when } of journal.entries) {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    const statements = text.split('--> statement-breakpoint');
    read.push({ tag, when, hash, statements, needs: findNeeded(text, tag, read) });
  }
  return read;
}

function findNeeded(text: string, tag: string, older: Migration[]): Migration['needs'] {
  const name = /^-- contract: (\S+)/.exec(text)?.[1];
  if (name === undefined) return null;
  const needed = older.find((one) => one.tag === name);
  if (!needed) throw new Error(`${tag} needs ${name}, which is no older migration`);
  return { tag: needed.tag, when: needed.when };
}

const concurrently = /\bconcurrently\b/i;

/** It does not block writes, so it can't be in a transaction. */
export function isConcurrent({ statements }: Migration): boolean {
  return statements.some((statement) => concurrently.test(statement));
}

/** For the embedded database, which has one connection. */
export function withoutConcurrently(statement: string): string {
  return statement.replace(concurrently, '');
}
