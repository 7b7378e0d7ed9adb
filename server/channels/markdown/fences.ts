export type Fence = { mark: string; line: string };

/** @returns the fence that is open after this line. */
export function followFence(open: Fence | null, line: string): Fence | null {
  const [, mark = '', rest = ''] = /^[ \t>]*(`{3,}|~{3,})(.*)/.exec(line) ?? [];
  if (mark === '') return open;
  if (!open) return mark[0] === '`' && rest.includes('`') ? null : { mark, line };
  const closes = mark[0] === open.mark[0] && mark.length >= open.mark.length;
  return closes && rest.trim() === '' ? null : open;
}
