export function showPage<Item>(
  name: string,
  path: string,
  query: URLSearchParams,
  items: readonly Item[],
  show: (item: Item) => object,
) {
  const pageSize = clamp(Number(query.get('PageSize') ?? 50) || 50, 1, 1000);
  const page = clamp(Number(query.get('Page') ?? 0) || 0, 0, 1_000_000);
  const start = page * pageSize;
  const shown = items.slice(start, start + pageSize);
  const uriOf = (number: number) => {
    const params = new URLSearchParams(query);
    params.set('PageSize', String(pageSize));
    params.set('Page', String(number));
    return `${path}?${params}`;
  };
  return {
    end: start + Math.max(shown.length - 1, 0),
    first_page_uri: uriOf(0),
    [name]: shown.map(show),
    next_page_uri: start + pageSize < items.length ? uriOf(page + 1) : null,
    page,
    page_size: pageSize,
    previous_page_uri: page > 0 ? uriOf(page - 1) : null,
    start,
    uri: uriOf(page),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(Math.trunc(value), least), most);
}
