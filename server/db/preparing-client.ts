import { createHash } from 'node:crypto';
import pg from 'pg';

/** Limits the server's memory if the SQL keeps varying. */
const mostNames = 500;
const names = new Map<string, string>();

/**
 * Prepares every statement with parameters once per connection; pg does so only for named ones. Planning is half of
 * what a small transaction costs the database. Sends `begin` together with the transaction's first statement.
 */
export class PreparingClient extends pg.Client {
  #isBeginning = false;

  // All of pg's overloads (text, config, stream; promise or callback) arrive here.
  // biome-ignore lint/suspicious/noExplicitAny: the signature is pg's
  override query(first: any, ...rest: any[]): any {
    const text = typeof first === 'string' ? first : first?.text;
    if (typeof text !== 'string') return super.query(first, ...rest);
    // The server may refuse other forms of `begin`, and the next statement would then commit alone.
    if (text === 'begin') {
      this.#isBeginning = true;
      return Promise.resolve({ rows: [] });
    }
    if (this.#isBeginning) {
      const { stream } = this.connection;
      stream.cork();
      process.nextTick(() => stream.uncork());
      super.query('begin').catch(() => stream.destroy());
      this.#isBeginning = false;
    }
    const values = Array.isArray(rest[0]) ? rest[0] : first?.values;
    const name = values?.length ? nameOf(text) : undefined;
    if (!name) return super.query(first, ...rest);
    const config = typeof first === 'string' ? { text, name } : { ...first, name };
    return super.query(config, ...rest);
  }
}

/** Derived from the text, so that processes behind a connection pooler never use one name for two statements. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}
