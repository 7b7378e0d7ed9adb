import pg from 'pg';

/** Limits the server's memory if the SQL keeps varying. */
const mostNames = 500;
const names = new Map<string, string>();

/**
 * Prepares every statement with parameters once per connection; pg does so only for named ones. Planning is half of
 * what a small transaction costs the database. Sends `begin` together with the transaction's first statement.
 */
export class PreparingClient extends pg.Client {
  #begin: string | null = null;

  // All of pg's overloads (text, config, stream; promise or callback) arrive here.
  // biome-ignore lint/suspicious/noExplicitAny: the signature is pg's
  override query(first: any, ...rest: any[]): any {
    const text = typeof first === 'string' ? first : first?.text;
    if (typeof text !== 'string') return super.query(first, ...rest);
    if (isBegin(text)) {
      this.#begin = text;
      return Promise.resolve({ rows: [] });
    }
    if (this.#begin) {
      const { stream } = this.connection;
      stream.cork();
      process.nextTick(() => stream.uncork());
      // It fails only when the connection fails, and then the next statement fails, too.
      super.query(this.#begin).catch(() => {});
      this.#begin = null;
    }
    const values = Array.isArray(rest[0]) ? rest[0] : first?.values;
    const name = values?.length && !first.name ? nameOf(text) : undefined;
    if (!name) return super.query(first, ...rest);
    const config = typeof first === 'string' ? { text, name } : { ...first, name };
    return super.query(config, ...rest);
  }
}

const isBegin = (text: string) => text === 'begin' || text.startsWith('begin ');

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
