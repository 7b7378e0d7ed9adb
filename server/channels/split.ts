/** Splits at word ends. A text too long for `maxParts` is cut at the end of a sentence. */
export function splitText(text: string, length: number, maxParts: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest !== '' && parts.length < maxParts) {
    const isLast = parts.length === maxParts - 1;
    const end =
      rest.length <= length
        ? rest.length
        : isLast
          ? findSentenceEnd(rest, length)
          : findWordEnd(rest, length);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return parts;
}

function findWordEnd(text: string, length: number): number {
  const head = text.slice(0, length + 1);
  const space = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
  return space > 0 ? space : keepCharacterWhole(text, length);
}

function findSentenceEnd(text: string, length: number): number {
  const head = text.slice(0, length);
  const ends = [...head.matchAll(/[.!?…]["')\]]*(?=\s|$)/g)].map(
    (end) => end.index + end[0].length,
  );
  return ends.at(-1) ?? findWordEnd(text, length);
}

/** Never splits a surrogate pair. */
function keepCharacterWhole(text: string, index: number): number {
  const code = text.charCodeAt(index - 1);
  return code >= 0xd800 && code <= 0xdbff ? index - 1 : index;
}
