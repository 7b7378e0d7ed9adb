/** Stands for a mark of WhatsApp's until all of Markdown's are read: `*` means something else there. */
const bold = '\uE000';
const keptFrom = 0xe100;
const mostKept = 0x1000;

/** Markdown → the marks that WhatsApp shows (*bold*, _italic_, ~struck~, `code`, lists and quotes). */
export function whatsappMarks(markdown: string): string {
  const kept: string[] = [];
  const keep = (text: string) => {
    if (kept.length === mostKept) return text;
    return String.fromCharCode(keptFrom + kept.push(text) - 1);
  };
  const text = markdown
    .replace(/\r\n?/g, '\n')
    // Private characters are ours for a moment.
    .replace(/[\uE000-\uF8FF]/g, '')
    .replace(/^```[^\n]*\n([\s\S]*?)^```[ \t]*$/gm, (_, code) => keep(`\`\`\`\n${code}\`\`\``))
    .replace(/`[^`\n]+`/g, keep)
    .replace(/!\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g, (_, name, url) => link(name, url))
    .replace(/\[([^\]]+)\]\(([^)\s]+)[^)]*\)/g, (_, name, url) => link(name, url))
    // An address is not to be read as marks.
    .replace(/https?:\/\/[^\s)*]+/g, keep)
    .replace(/^\s*([-*_])(\s*\1){2,}\s*$/gm, '') // rules
    .replace(/^\|?\s*:?-{3,}:?\s*(\|\s*:?-{3,}:?\s*)*\|?\s*$/gm, '') // the line under a table's head
    .replace(/^#{1,6}[ \t]+(.*?)[ \t]*#*$/gm, (_, title) => bold + withoutBold(title) + bold)
    .replace(/^([ \t]*)[*+-][ \t]+/gm, '$1- ')
    .replace(/(\*\*|__)(?=\S)([^\n]*?\S)\1/g, `${bold}$2${bold}`)
    .replace(/(^|[\s(])\*(?=\S)([^*\n]*?\S)\*(?=$|[\s).,;:!?])/gm, '$1_$2_')
    .replace(/~~(?=\S)([^\n]*?\S)~~/g, '~$1~')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replaceAll(bold, '*')
    .trim();
  return restored(text, kept);
}

/** In the order in which they were kept one may lie in another: a link's name may be code. */
function restored(text: string, kept: string[]): string {
  return text.replace(/[\uE100-\uF8FF]/g, (character) =>
    restored(kept[character.charCodeAt(0) - keptFrom] ?? '', kept),
  );
}

function withoutBold(title: string): string {
  return title.replace(/\*\*|__/g, '');
}

function link(name: string, url: string): string {
  return name && name !== url ? `${name}: ${url}` : url;
}
