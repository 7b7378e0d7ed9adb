import type { PGlite, QueryOptions, Transaction } from '@electric-sql/pglite';

import { countDatabaseError } from './count-errors.ts';

type Session = Pick<Transaction, 'query' | 'exec'>;

/** Bounds memory if the SQL varies. */
const maxNames = 300;
/** PGlite never replans by itself, however much the tables grow. */
const planMs = 60_000;
const preparable = /^\s*(select|insert|update|delete|with)\b/i;

/**
 * PGlite would plan a statement on every call, which takes longer than running a small one, and six protocol messages
 * instead of one.
 */
export function createPreparingPglite(client: PGlite): PGlite {
  const names = new Map<string, string>();
  let tried = 0;
  let plannedAt = performance.now();
  let hasParsers = false;

  /** PGlite would copy all its parsers for each query that brings some. Drizzle brings the same to every query. */
  function adoptParsers({ parsers, ...options }: QueryOptions = {}): QueryOptions {
    if (parsers && !hasParsers) Object.assign(client.parsers, parsers);
    hasParsers ||= parsers !== undefined;
    return options;
  }

  async function query(
    session: Session,
    text: string,
    values: unknown[] = [],
    given?: QueryOptions,
  ) {
    const options = adoptParsers(given);
    // PGlite commits by itself.
    if (text === 'commit') return { rows: [], fields: [] };
    const literals = values.map(toLiteral);
    if (literals.length === 0 || literals.includes(undefined) || !preparable.test(text)) {
      return session.query(text, values, options);
    }
    if (!names.has(text)) {
      if (names.size >= maxNames) return session.query(text, values, options);
      const name = `s${tried++}`;
      await session.exec(`prepare ${name} as ${text}`);
      // Another transaction must not execute what this one has not prepared yet.
      names.set(text, name);
    }
    if (performance.now() - plannedAt > planMs) {
      plannedAt = performance.now();
      await session.exec('discard plans');
    }
    const [result] = await session.exec(`execute ${names.get(text)}(${literals})`, options);
    return result;
  }

  const withPreparing = <Wrapped extends Session>(session: Wrapped): Wrapped =>
    new Proxy(session, {
      get(target, key) {
        if (key === 'query') {
          return (...args: Parameters<Session['query']>) =>
            query(target, ...args).catch((error) => {
              countDatabaseError(error.code);
              throw error;
            });
        }
        if (key === 'transaction') {
          return (work: (tx: Transaction) => Promise<unknown>) =>
            client.transaction((tx) => work(withPreparing(tx)));
        }
        const member = Reflect.get(target, key);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  return withPreparing(client);
}

/** Undefined if only the driver can write the value. */
function toLiteral(value: unknown): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return `'${value}'`;
  // A NUL would end the statement early.
  if (typeof value !== 'string' || value.includes('\0')) return undefined;
  return `'${value.replaceAll("'", "''")}'`;
}
