import { createPlaceholders, escapedMark, privateCharacters, webAddress } from '../placeholders.ts';

/** Placeholder for WhatsApp's `*`, which means something else in Markdown. */
const bold = '\uE000';

export function toWhatsAppMarkup(markdown: string): string {
  const { protect, restore } = createPlaceholders();
  const text = markdown
    .replace(/\r\n?/g, '\n')
    .replace(privateCharacters, '')
    .replace(/^```[^\n]*\n([\s\S]*?)^```[ \t]*$/gm, (_, code) => protect(`\`\`\`\n${code}\`\`\``))
    .replace(/`[^`\n]+`/g, protect)
    .replace(escapedMark, (_, mark) => protect(mark))
    .replace(/!\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g, (_, name, url) => link(name, url))
    .replace(/\[([^\]]+)\]\(([^)\s]+)[^)]*\)/g, (_, name, url) => link(name, url))
    .replace(webAddress, protect)
    .replace(/^\s*([-*_])(\s*\1){2,}\s*$/gm, '') // rules
    .replace(/^\|?\s*:?-{3,}:?\s*(\|\s*:?-{3,}:?\s*)*\|?\s*$/gm, '') // line below a table's header
    .replace(/^#{1,6}[ \t]+(.*?)[ \t]*#*$/gm, (_, title) => bold + withoutBold(title) + bold)
    .replace(/^([ \t]*)[*+-][ \t]+/gm, '$1- ')
    .replace(/\*\*\*(?=\S)([^\n*]*[^\s*])\*\*\*/g, `${bold}_$1_${bold}`)
    .replace(/\*\*(?=\S)([^\n]*?\S)\*\*/g, `${bold}$1${bold}`)
    .replace(/(?<!\w)__(?=\S)([^\n]*?\S)__(?!\w)/g, `${bold}$1${bold}`)
    .replace(/(^|[\s(])\*(?=\S)([^*\n]*?\S)\*(?=$|[\s).,;:!?])/gm, '$1_$2_')
    .replace(/~~(?=\S)([^\n]*?\S)~~/g, '~$1~')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replaceAll(bold, '*')
    .trim();
  return restore(text);
}

function withoutBold(title: string): string {
  return title.replace(/\*\*|__/g, '');
}

function link(name: string, url: string): string {
  return name && name !== url ? `${name}: ${url}` : url;
}
