/** Ten times what a customer of ours ever had. */
const maxPages = 20;
const pageLength = 100;

type Page<Item> = { data: Item[]; has_more: boolean };
type Cursor = { limit: number; starting_after?: string };

/**
 * The SDK's own way to read all pages never ends if Stripe says that there are more without end.
 * @throws {RangeError}
 */
export async function* readPages<Item extends { id: string }>(
  readPage: (cursor: Cursor) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  const seen = new Set<string>();
  let cursor: Cursor = { limit: pageLength };
  for (let pages = 0; pages < maxPages; pages++) {
    const { data, has_more: hasMore } = await readPage(cursor);
    for (const item of data) {
      if (seen.has(item.id)) throw new RangeError('a list of Stripe repeats itself');
      seen.add(item.id);
      yield item;
    }
    const last = data.at(-1);
    if (!hasMore) return;
    if (!last) throw new RangeError('a list of Stripe goes on, but has nothing');
    cursor = { limit: pageLength, starting_after: last.id };
  }
  throw new RangeError('a list of Stripe does not end');
}

/** After other JSON than an object the SDK never returns, and its error ends the process. */
export function takeObjects(call: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await call(input, init);
    const text = await answer.text();
    const { status, headers } = answer;
    return new Response(text.trimStart().startsWith('{') ? text : '', { status, headers });
  };
}
