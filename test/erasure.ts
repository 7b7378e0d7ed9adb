import { sql } from 'drizzle-orm';
import { createToken } from '#server/access/tokens-store.ts';
import { rowsOf } from '#server/db/client.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { hashPassword } from '#server/people/passwords/passwords.ts';
import { callAs } from './api-client.ts';
import { aConnectedUser } from './factories.ts';
import type { TestApp } from './runtime.ts';

export const password = 'Secret-123';
let passwordHash: string | undefined;
let made = 0;

/** Signed in, and connected by a verified phone. */
export async function aNamedUser(test: TestApp, expert: ExpertRow, address?: string) {
  passwordHash ??= await hashPassword(password);
  made++;
  const account = {
    email: `wilhelmina-${made}@example.com`,
    firstName: `Wilhelmina${made}`,
    lastName: `Featherstone${made}`,
    passwordHash,
    smsConsentAt: new Date(),
    smsConsentAddress: `198.51.100.${made}`,
  };
  const connected = await aConnectedUser(test, expert, account, address);
  const { db, clock } = test.runtime;
  const token = await createToken(db, connected.user.id, clock.now());
  const call = callAs(test, token);
  return {
    ...connected,
    token,
    call,
    /** Unique, to be found in the database. */
    question: `Is walrus number ${made} heavier than a piano?`,
    leave: () => call('DELETE', '/api/account', { password }),
  };
}

/** Lists `table: words`, the queue's tables included. */
export async function findInDatabase({ runtime }: TestApp, words: string[]): Promise<string[]> {
  const tables = await rowsOf<{ schema: string; name: string }>(
    runtime.db,
    sql`select table_schema as schema, table_name as name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    const rows = await rowsOf<{ row: string }>(
      runtime.db,
      sql`select row_to_json(t)::text as row from ${table} t`,
    );
    for (const word of words) {
      const written = JSON.stringify(word).slice(1, -1);
      if (rows.some(({ row }) => row.includes(written))) found.push(`${name}: ${word}`);
    }
  }
  return found;
}

/** Acts before the caller gets the answer. */
export function actDuringNextCall(
  { runtime }: TestApp,
  address: RegExp,
  action: () => Promise<unknown>,
): void {
  const call = runtime.fetch;
  runtime.fetch = async (input, init) => {
    if (!address.test(String(input instanceof Request ? input.url : input)))
      return call(input, init);
    runtime.fetch = call;
    const answer = await call(input, init);
    await action();
    return answer;
  };
}
