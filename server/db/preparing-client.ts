import { createHash } from 'node:crypto';
import pg from 'pg';

/** Bounds the server's memory if the SQL varies. */
const mostNames = 500;
const names = new Map<string, string>();

/**
 * Prepares statements with parameters once per connection (pg prepares only named ones): planning is half of a small
 * transaction's cost. Sends `begin` with the first statement.
 */
export class PreparingClient extends pg.Client {
  #isBeginning = false;
  #isOver = false;

  // biome-ignore lint/suspicious/noExplicitAny: the signature is pg's
  override query(first: any, ...rest: any[]): any {
    const text = typeof first === 'string' ? first : first?.text;
    if (typeof text !== 'string') return super.query(first, ...rest);
    if (text.startsWith('begin')) this.#isOver = false;
    if (text === 'commit' || text === 'rollback') {
      // Drizzle ends again what `transactAtOnce` has ended.
      if (this.#isOver) return Promise.resolve({ rows: [] });
      this.#isOver = true;
    }
    // The server may refuse other forms of `begin`; the next statement would then commit alone.
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

/** From the text: behind a connection pooler, a name must never mean two statements. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}
