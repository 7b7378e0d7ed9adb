/** A list is an object with the keys 0, 1, … */
export type Params = { [name: string]: string | Params };

/**
 * `line_items[0][price_data][currency]=usd`, brackets encoded or not (page "API reference:
 * Requests").
 */
export function parseForm(text: string): Params {
  const params = createParams();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\]?\[|\]$/).filter((key) => key !== '');
    setAt(params, path, value);
  }
  return params;
}

function setAt(params: Params, [key, ...rest]: string[], value: string): void {
  if (key === undefined) return;
  if (rest.length === 0) {
    params[key] = value;
    return;
  }
  const known = params[key];
  const inner = typeof known === 'object' ? known : createParams();
  params[key] = inner;
  setAt(inner, rest, value);
}

/** Without a prototype, `__proto__` is a name like any other. */
function createParams(): Params {
  return Object.create(null) as Params;
}
