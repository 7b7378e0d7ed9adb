import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isConcurrent, type Migration, readMigrations } from '#server/db/migrations.ts';

/** Rules that the linter can't check. */
const root = join(import.meta.dirname, '..');
const thisFile = 'test/house.test.ts';
const paths = globSync('{server,shared,safety,sandbox,web,test,bench}/**/*.{ts,tsx}', {
  cwd: root,
});
const files = paths
  .filter((path) => path !== thisFile)
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));

it.each([
  {
    rule: 'only server/jobs reads and writes wakeups',
    text: /(into|update|from|join) wakeups\b/,
    allowed: /^server\/jobs\/|^test\/queue\.ts$/,
  },
  {
    rule: 'only server/desk/notes reads private notes, so that no path texts one or shows it to a model',
    text: /\b(threadNotes|thread_notes)\b/,
    allowed: /^server\/(desk\/notes\/|messages\/erase-marks\.ts$|db\/schema\.ts$)/,
  },
  {
    rule: 'what texts people or asks a model knows nothing of private notes',
    text: /'(#server\/desk|\.\.)\/notes\//,
    allowed:
      /^server\/(desk\/(notes|search)\/|(app|http\/access\.test|desk\/conversations\/routes)\.ts$)|^(test|web)\//,
  },
  {
    rule: 'only the start loads the sandbox',
    text: /'(#|(\.\.\/)+)sandbox\//,
    allowed: /^(server\/commands\/start\/start\.ts$|sandbox\/|test\/|bench\/)|\.test\.tsx?$/,
  },
  {
    rule: 'one file sends mail',
    text: /from 'nodemailer'/,
    allowed: /^server\/outside\/mail\/mailer\.ts$/,
  },
  {
    rule: 'one file signs calls to a bucket',
    text: /from 'aws4fetch'/,
    allowed: /^server\/outside\/files\/bucket\.ts$/,
  },
  {
    rule: 'the list of common passwords is on the server only',
    text: /@zxcvbn-ts\//,
    allowed: /^server\/people\/passwords\/password-strength\.ts$/,
  },
  {
    rule: 'a row has one type, declared beside its table',
    text: /\$inferSelect/,
    allowed: /^server\/db\/schema\.ts$/,
  },
  {
    rule: 'every transaction runs in the wrapper that retries it',
    text: /\.transaction\(/,
    allowed: /^server\/db\/(transact|preparing-pglite(\.test)?)\.ts$/,
  },
  {
    rule: 'texts have straight quotation marks, which every phone and keyboard has',
    text: /[‘’“”]/,
    allowed:
      /\.test\.tsx?$|^(test|sandbox)\/|^safety\/|^server\/(journey\/wishes\/to-words|channels\/sms\/gsm7)|^shared\/(sms|keywords|fold-text|reactions)\.ts$|^web\/components\/message-body/,
  },
  {
    rule: 'text from outside is normalized by one function, which bounds the time',
    text: /(?<!\.)\.normalize\(/,
    allowed:
      /^(shared\/normalize|server\/operations\/backup\/header)\.ts$|\.test\.ts$|^(test|bench)\//,
  },
  {
    rule: 'the server calls other services through its own fetch, which refuses private addresses and redirects',
    text: /(?<![.\w])fetch\(|'undici'/,
    allowed: /^(server\/outside\/outgoing|web|test|sandbox|bench)\/|\.test\.ts$/,
  },
  {
    rule: 'the dashboard asks by name whether a reader is an admin',
    text: /role [!=]== 'ADMIN'/,
    allowed: /^(server|shared|sandbox|test)\/|^web\/session\/roles\.ts$/,
  },
])('$rule', ({ text, allowed }) => {
  const found = files.filter(({ source }) => text.test(source)).map(({ path }) => path);
  expect(found.filter((path) => !allowed.test(path))).toEqual([]);
  expect(found, 'the rule no longer matches anything').not.toEqual([]);
});

it('no pattern changes its flags within itself, which V8 misreads once a process has compiled many', () => {
  const modifier = /\(\?(-?[ims]+|[ims]+-[ims]+):/;
  const found = files.filter(({ source }) => modifier.test(source)).map(({ path }) => path);
  expect(found).toEqual([]);
  expect('(?-i:THINK)').toMatch(modifier);
});

it('the privacy policy names what the browser stores', () => {
  const policy = files.find(({ path }) => path === 'web/components/privacy-dialog.tsx');
  const told = (policy?.source ?? '').replaceAll(/\s+/g, ' ');
  const named: Record<string, string> = {
    'web/lib/auth-token.ts': 'your session token until you log out',
    'web/session/sign-out.ts': 'your session token until you log out',
    'web/session/device-token.ts':
      'a token by which we tell it from other browsers when you sign in',
    'web/lib/color-scheme.ts': 'how you like this site to look',
    'web/branding/apply-theme.ts': 'how you like this site to look',
    'web/keys/single-keys.ts': 'how you like this site to look',
    'web/session/opens-next.ts': 'how you like this site to look',
    'web/features/setup/setup-strip.tsx': 'how you like this site to look',
    'web/session/alerts.ts': 'and to alert you',
    'web/features/threads/crisis/announced-crises.ts': 'and to alert you',
    'web/links/last-thread.ts': 'where you last were in it',
    'web/lib/drafts.ts': 'what you have begun to write',
  };
  const storing = files.filter(
    ({ path, source }) =>
      path.startsWith('web/') &&
      !/\.test\.tsx?$/.test(path) &&
      /(local|session)Storage/.test(source),
  );
  expect(storing.map(({ path }) => path).sort()).toEqual(Object.keys(named).sort());
  for (const words of Object.values(named)) expect(told).toContain(words);
});

it('comments say who acts', () => {
  const vague = /^\s*(\/\/|\/?\*).*\b(whoever|for ever|nobody|somebody)\b/im;
  const found = files.filter(({ source }) => vague.test(source)).map(({ path }) => path);
  expect(found).toEqual([]);
  expect('/** Whoever asks is told. */').toMatch(vague);
});

it('the docs say who acts', () => {
  const vague = /\b(whoever|for ever|nobody|somebody)\b/i;
  const docs = globSync('docs/{*,decisions/*,how-it-works/*,how-to/*}.md', { cwd: root });
  const found = docs.filter((path) => vague.test(readFileSync(join(root, path), 'utf8')));
  expect(docs).toContain('docs/architecture.md');
  expect(found).toEqual([]);
});

it('a room of the conversations imports only rooms that stand before it here', () => {
  const rooms = [
    'known',
    'labels',
    'crisis',
    'takeover',
    'presence',
    'composer',
    'notes',
    'list',
    'failures',
    'conversation',
    'search',
    'views',
    'inbox',
  ];
  const place = /^web\/features\/threads\/(.*?)\/?[^/]*$/;
  const inside = files.filter(({ path }) => place.test(path) && !/\.test\.tsx?$/.test(path));
  const steps = inside.flatMap(({ path, source }) => {
    const [, from = ''] = place.exec(path) ?? [];
    return [...source.matchAll(/'\.\.\/([^/']+)\//g)].map(([, to = '']) => ({ from, to }));
  });
  expect(new Set(inside.map(({ path }) => place.exec(path)?.[1]))).toEqual(new Set(rooms));
  expect(steps.filter(({ from, to }) => rooms.indexOf(to) >= rooms.indexOf(from))).toEqual([]);
});

it('suites that several tests share are in test/', () => {
  expect(paths.filter((path) => /^server\/.*-suite\.ts$/.test(path))).toEqual([]);
});

const later = readMigrations().filter(({ tag }) => !tag.startsWith('0000_'));
const listTags = (migrations: Migration[]) => migrations.map(({ tag }) => tag);

it('later migrations only add, or name the migration that code must know to work without what they take away', () => {
  const takesAway = /\b(drop (table|column)|rename|set not null|set data type)\b/i;
  expect('ALTER TABLE "users" ALTER COLUMN "email" SET DATA TYPE text').toMatch(takesAway);
  const unsaid = later.filter(
    ({ statements, needs }) => needs === null && statements.some((one) => takesAway.test(one)),
  );
  expect(listTags(unsaid)).toEqual([]);
});

it('what a migration builds concurrently is all that it does, so that it can be repeated', () => {
  const mixed = later.filter(
    (migration) =>
      isConcurrent(migration) &&
      !migration.statements.every((one) =>
        /^\s*(create (unique )?index concurrently|drop index concurrently if exists) /i.test(one),
      ),
  );
  expect(listTags(mixed)).toEqual([]);
});

it('an index of a table that grows with the texts is built concurrently', () => {
  const blocks =
    /create (unique )?index (?!concurrently)\S+ on "?(messages|message_search|deliveries|credit_entries|attachments|audit_log)\b/i;
  expect('CREATE INDEX "moods" ON "messages" USING btree ("mood")').toMatch(blocks);
  const sinceRule = later.filter(({ tag }) => tag > '0015');
  const blocking = sinceRule.filter(({ statements }) => statements.some((one) => blocks.test(one)));
  expect(listTags(blocking)).toEqual([]);
});

it('what every page of the dashboard loads first is without zod, a fifth of it', () => {
  const staticImport = /^(?:import|export) (?!type)(?:[^'";]*? from )?'([^']+)'/gm;
  const found = new Set(['web/main.tsx']);
  const libraries = new Set<string>();
  for (const path of found) {
    const { source } = files.find((file) => file.path === path) as (typeof files)[number];
    for (const [, name = ''] of source.matchAll(staticImport)) {
      if (name.startsWith('#')) found.add(name.slice(1));
      else if (name.startsWith('.')) found.add(join(path, '..', name));
      else libraries.add(name);
    }
    for (const name of found) if (!/\.tsx?$/.test(name)) found.delete(name);
  }
  expect(found).toContain('shared/branding.ts');
  expect(libraries).toContain('@tanstack/react-query');
  expect([...libraries].filter((name) => name === 'zod')).toEqual([]);
});
