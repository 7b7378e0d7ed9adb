import { createPlaceholders, escapedMark, privateCharacters, webAddress } from './placeholders.ts';

/** A text message would show a model's Markdown as it is. */
export function toPlainText(markdown: string): string {
  const { protect, restore } = createPlaceholders();
  const protectGroup = (_: string, text: string) => protect(text);
  const text = markdown
    .replace(/\r\n?/g, '\n')
    .replace(privateCharacters, '')
    .replace(/^```[^\n]*\n([\s\S]*?)^```\s*$/gm, protectGroup) // fenced code
    .replace(/`([^`\n]+)`/g, protectGroup)
    .replace(escapedMark, protectGroup)
    .replace(/!\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g, (_, name, url) => (name ? `${name}: ${url}` : url))
    .replace(/\[([^\]]+)\]\(([^)\s]+)[^)]*\)/g, (_, name, url) =>
      name === url ? url : `${name} (${url})`,
    )
    .replace(webAddress, protect)
    .replace(/^#{1,6}[ \t]+(.*?)[ \t]*#*$/gm, '$1') // headings
    .replace(/^[ \t]{0,3}>[ \t]?/gm, '') // quotes
    .replace(/^([ \t]*)[*+-][ \t]+/gm, '$1- ') // bullets
    .replace(/^\s*([-*_])(\s*\1){2,}\s*$/gm, '') // rules
    .replace(/^\|?\s*:?-{3,}:?\s*(\|\s*:?-{3,}:?\s*)*\|?\s*$/gm, '') // line below a table's header
    .replace(/\*\*(?=\S)([\s\S]*?\S)\*\*/g, '$1')
    .replace(/(?<!\w)__(?=\S)([\s\S]*?\S)__(?!\w)/g, '$1')
    .replace(/(^|[\s(])([*_])(?=\S)([^\n]*?\S)\2(?=$|[\s).,;:!?])/gm, '$1$3')
    .replace(/~~(?=\S)([\s\S]*?\S)~~/g, '$1')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n');
  return restore(text).trim();
}
