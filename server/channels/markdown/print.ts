import type { List, ListItem, Nodes, Parents, Table } from 'mdast';
import { trimLineEnds } from '#shared/texts.ts';
import { cutIntoChunks } from './chunks.ts';
import { extract, privateCharacters, restoreSource } from './extract.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { printInline, printNode } from './print-inline.ts';
import type { Context, Style } from './style.ts';
import { mendTables } from './tables.ts';

/** Without these, Markdown is plain text already. */
const marks = /[\\`*_~#>|[\]<&$]|^[ \t]*(?:\+|-[ \t]*-)/m;

export function printMarkdown(markdown: string, style: Style): string {
  const text = markdown.replace(/\r\n?/g, '\n').replace(privateCharacters, '');
  if (!marks.test(text)) return tidyLines(text).trim();
  let printed = '';
  let join = '';
  let isCut = false;
  for (const chunk of cutIntoChunks(mendTables(text))) {
    const next = printChunk(chunk.text, style);
    if (next === '') continue;
    const goesOn = isCut && printed.endsWith('\n```') && next.startsWith('```\n');
    printed = goesOn ? printed.slice(0, -4) + join + next.slice(4) : printed + join + next;
    ({ join, isInFence: isCut } = chunk);
  }
  // An answer of marks alone is one.
  return printed.replace(/^\n+/, '').trimEnd() || text.trim();
}

/** Of a table without a head, or of one that is longer than a chunk. */
const strayRow = /^\| (.*) \|$/gm;

const tidyLines = (text: string) => trimLineEnds(text).replace(/\n{3,}/g, '\n\n');

function printChunk(text: string, style: Style): string {
  const { text: source, extracts } = extract(text);
  const root = parseMarkdown(source);
  const definitions = new Map<string, string>();
  collectDefinitions(root, definitions);
  const context = { style, source, extracts, definitions, isMarked: false, lineEnd: '\n' };
  return printBlocks(root, context);
}

function collectDefinitions(node: Nodes, definitions: Map<string, string>): void {
  if (node.type === 'definition') definitions.set(node.identifier, node.url);
  else if ('children' in node)
    for (const child of node.children) collectDefinitions(child, definitions);
}

/** Blocks are as far apart as they were written. */
function printBlocks(parent: Parents, context: Context): string {
  let printed = '';
  let lastLine: number | null = null;
  for (const node of parent.children) {
    const isOutside = parent.type === 'root';
    const text = (isOutside && printIndented(node, context)) || printBlock(node, context);
    const { start, end } = node.position ?? {};
    if (text === '') continue;
    const isApart = lastLine !== null && (start?.line ?? 0) - lastLine > 1;
    printed += printed === '' ? text : `${isApart ? '\n\n' : '\n'}${text}`;
    lastLine = end?.line ?? null;
  }
  return printed;
}

/** Some models write code outside of fences, and poems. Null for what is neither. */
function printIndented(node: Nodes, context: Context): string | null {
  const { source, extracts } = context;
  const { start, end } = node.position ?? {};
  const from = source.lastIndexOf('\n', (start?.offset ?? 0) - 1) + 1;
  const written = source.slice(from, end?.offset);
  // A comment, not a heading.
  if (node.type === 'heading' && /^(?: {4}|\t)/.test(written))
    return restoreSource(written, extracts);
  if (node.type !== 'paragraph') return null;
  const lines = printBlock(node, context).split('\n');
  const indents = written.split('\n').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  // Else a tag has become a line end.
  const isAlike = lines.length === indents.length;
  return isAlike ? lines.map((line, at) => indents[at] + line).join('\n') : null;
}

function printBlock(node: Nodes, context: Context): string {
  const { style } = context;
  switch (node.type) {
    case 'paragraph':
      return tidyLines(printInline(node, context)).trim().replace(strayRow, '$1');
    case 'heading': {
      const title = printInline(node, { ...context, isMarked: true }).trim();
      return title && style.strong(title);
    }
    case 'blockquote':
      return style.quote(printBlocks(node, context));
    case 'list':
      return node.children
        .map((item, index) => {
          const before = node.children[index - 1]?.position?.end.line;
          const isApart = before !== undefined && (item.position?.start.line ?? 0) - before > 1;
          return (isApart ? '\n' : '') + printItem(item, listMarker(node, index, context), context);
        })
        .join('\n');
    case 'code':
      return style.fence(restoreSource(node.value, context.extracts).replace(/\n+$/, ''));
    case 'table':
      return printTable(node, context);
    case 'footnoteDefinition':
      return `[${node.label ?? node.identifier}] ${printBlocks(node, context)}`;
    case 'definition':
      return isReferred(node.identifier, context)
        ? ''
        : `[${node.label ?? node.identifier}] ${node.url}`;
    case 'thematicBreak':
      return '';
    default:
      return printNode(node, context);
  }
}

/** A label that the text uses has its address there. */
function isReferred(identifier: string, { source }: Context): boolean {
  const label = source.toLowerCase().indexOf(`[${identifier}]`);
  return label >= 0 && source[label + identifier.length + 2] !== ':';
}

/** Numbers are as written, so that 10, 9, 8 count down; a list of nothing but ones counts up. */
function listMarker(list: List, index: number, { source }: Context): string {
  if (!list.ordered) return '- ';
  const [first, second, own] = [0, 1, index].map((at) => {
    const start = list.children[at]?.position?.start.offset ?? source.length;
    return /^(\d+)([.)])/.exec(source.slice(start, start + 11));
  });
  const isSame = first?.[1] === second?.[1];
  return `${isSame || !own ? (list.start ?? 1) + index : own[1]}${own?.[2] ?? '.'} `;
}

function printItem(item: ListItem, marker: string, context: Context): string {
  const box = item.checked == null ? '' : item.checked ? '[x] ' : '[ ] ';
  const [first = '', ...rest] = printBlocks(item, context).split('\n');
  const indent = ' '.repeat(marker.length);
  return [`${marker}${box}${first}`.trimEnd(), ...rest.map((line) => line && indent + line)].join(
    '\n',
  );
}

function printTable(table: Table, context: Context): string {
  const rows = table.children.map((row, index) => {
    const inCell = { ...context, isMarked: context.isMarked || index === 0, lineEnd: ', ' };
    const cells = row.children.map((cell) => printInline(cell, inCell).trim());
    while (cells.at(-1) === '') cells.pop();
    const { strong } = context.style;
    return cells.map((text) => (index === 0 && text ? strong(text) : text)).join(' | ');
  });
  return rows.filter((row) => row.trim() !== '').join('\n');
}
