import pg from 'pg';

/** Statements whose text varies without end must not fill the server's memory. */
const mostNames = 500;
const names = new Map<string, string>();

/**
 * Parses and plans each statement once per connection instead of every time: pg prepares only what has
 * a name, so every statement with parameters gets one. Half of what a small transaction costs the
 * server is planning.
 */
export class PreparingClient extends pg.Client {
  // pg's own overloads (text, config, stream; promise or callback) all end here unchanged.
  // biome-ignore lint/suspicious/noExplicitAny: the signature is pg's
  override query(first: any, ...rest: any[]): any {
    const values = Array.isArray(rest[0]) ? rest[0] : first?.values;
    const text = typeof first === 'string' ? first : first?.text;
    if (typeof text !== 'string' || !values?.length || first.name)
      return super.query(first, ...rest);
    const name = nameOf(text);
    if (!name) return super.query(first, ...rest);
    const config = typeof first === 'string' ? { text, name } : { ...first, name };
    return super.query(config, ...rest);
  }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
