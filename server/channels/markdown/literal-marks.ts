/** Names of programs that models write without code marks. */
const dunders = new Set(
  'init main name str repr dict doc all file call iter next len new del enter exit eq hash bool add sub mul getitem setitem getattr setattr class slots version path import construct destruct get set tostring invoke dirname filename proto attribute typename schema'.split(
    ' ',
  ),
);

/**
 * Whether stars or underscores are part of a name, a sum, an expression or a face: `__init__.py`, 2*3*4, COUNT(*), ^_^. By
 * CommonMark they are marks there.
 */
export function isLiteral(source: string, start: number, end: number): boolean {
  const [before = '', after = ''] = [source[start - 1], source[end]];
  const isStrong = source[start + 1] === source[start];
  const inner = source.slice(start + (isStrong ? 2 : 1), end - (isStrong ? 2 : 1));
  if (!isStrong && (/^[\^<>=;-]|[\^<>=;-]$/.test(inner) || !hasBracketsInPairs(inner))) return true;
  if (source[start] === '_')
    return isName(source.slice(start, end), before, source.slice(end, end + 2));
  const isBeside = [before, after].map((character) => /[\d)]/.test(character));
  return isStrong ? isBeside.some(Boolean) : /[\w)\]]/.test(before) || /\w/.test(after);
}

const closers: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** Stars around half a bracket belong to two expressions. A list's "a)" is no bracket. */
function hasBracketsInPairs(text: string): boolean {
  const open: (string | undefined)[] = [];
  for (const [sign] of text.replace(/^\w{1,3}\)/, '').matchAll(/[()[\]{}]/g)) {
    if (sign in closers) open.push(closers[sign]);
    else if (open.pop() !== sign) return false;
  }
  return open.length === 0;
}

function isName(marked: string, before: string, after: string): boolean {
  const word = /^_+([A-Za-z0-9_]+?)_+$/.exec(marked)?.[1];
  if (word === undefined) return false;
  if (/[./\\-]/.test(before) || /^[([/=]|^[.:-]\w/.test(after)) return true;
  return marked.startsWith('__') && (dunders.has(word) || /^[A-Z][A-Z_]+$/.test(word));
}

const loose =
  /(?<![\p{L}\p{N}*])\*\*(?: ([^*\s][^*\n]*(?<!\s))|([^*\n]*[.:!?]) *)\*\*(?!\*)(?=([\p{L}\p{N}])?)/gu;

/** `** Name** of`, `**1. **First`, `**Note:**text`: by CommonMark these are stars, but models mean bold. */
export function markLoose(text: string, strong: (text: string) => string): string {
  return text.replace(
    loose,
    (_, spaced, ended, next) => strong(spaced ?? ended) + (next === undefined ? '' : ' '),
  );
}
