import { createKeeper, escapedMark, privateCharacters, webAddress } from './kept.ts';

/** A model writes Markdown; a text message shows its marks. This takes them out and keeps the words. */
export function plainText(markdown: string): string {
  const kept = createKeeper();
  const keep = (_: string, text: string) => kept.keep(text);
  const text = markdown
    .replace(/\r\n?/g, '\n')
    .replace(privateCharacters, '')
    .replace(/^```[^\n]*\n([\s\S]*?)^```\s*$/gm, keep) // fenced code: its lines
    .replace(/`([^`\n]+)`/g, keep)
    .replace(escapedMark, keep)
    .replace(/!\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g, (_, name, url) => (name ? `${name}: ${url}` : url))
    .replace(/\[([^\]]+)\]\(([^)\s]+)[^)]*\)/g, (_, name, url) =>
      name === url ? url : `${name} (${url})`,
    )
    .replace(webAddress, kept.keep)
    .replace(/^#{1,6}[ \t]+(.*?)[ \t]*#*$/gm, '$1') // headings
    .replace(/^[ \t]{0,3}>[ \t]?/gm, '') // quotes
    .replace(/^([ \t]*)[*+-][ \t]+/gm, '$1- ') // bullets
    .replace(/^\s*([-*_])(\s*\1){2,}\s*$/gm, '') // rules
    .replace(/^\|?\s*:?-{3,}:?\s*(\|\s*:?-{3,}:?\s*)*\|?\s*$/gm, '') // the line under a table's head
    .replace(/\*\*(?=\S)([\s\S]*?\S)\*\*/g, '$1')
    .replace(/(?<!\w)__(?=\S)([\s\S]*?\S)__(?!\w)/g, '$1')
    .replace(/(^|[\s(])([*_])(?=\S)([^\n]*?\S)\2(?=$|[\s).,;:!?])/gm, '$1$3')
    .replace(/~~(?=\S)([\s\S]*?\S)~~/g, '$1')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n');
  return kept.restored(text).trim();
}
