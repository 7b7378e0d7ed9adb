import { createKeeper, escapedMark, privateCharacters, webAddress } from '../kept.ts';

/** Stands for a mark of WhatsApp's until all of Markdown's are read: `*` means something else there. */
const bold = '\uE000';

/** Markdown → the marks that WhatsApp shows (*bold*, _italic_, ~struck~, `code`, lists and quotes). */
export function whatsappMarks(markdown: string): string {
  const { keep, restored } = createKeeper();
  const text = markdown
    .replace(/\r\n?/g, '\n')
    .replace(privateCharacters, '')
    .replace(/^```[^\n]*\n([\s\S]*?)^```[ \t]*$/gm, (_, code) => keep(`\`\`\`\n${code}\`\`\``))
    .replace(/`[^`\n]+`/g, keep)
    .replace(escapedMark, (_, mark) => keep(mark))
    .replace(/!\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g, (_, name, url) => link(name, url))
    .replace(/\[([^\]]+)\]\(([^)\s]+)[^)]*\)/g, (_, name, url) => link(name, url))
    // An address is not to be read as marks.
    .replace(webAddress, keep)
    .replace(/^\s*([-*_])(\s*\1){2,}\s*$/gm, '') // rules
    .replace(/^\|?\s*:?-{3,}:?\s*(\|\s*:?-{3,}:?\s*)*\|?\s*$/gm, '') // the line under a table's head
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
  return restored(text);
}

function withoutBold(title: string): string {
  return title.replace(/\*\*|__/g, '');
}

function link(name: string, url: string): string {
  return name && name !== url ? `${name}: ${url}` : url;
}
