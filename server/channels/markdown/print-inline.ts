import type { Link, LinkReference, Nodes, Parents, Text } from 'mdast';
import { restore, restoreSource } from './extract.ts';
import { printImage, printLink } from './links.ts';
import { isLiteral, markLoose } from './literal-marks.ts';
import type { Context } from './style.ts';

export function printInline({ children }: Parents, context: Context): string {
  let printed = '';
  for (const [index, child] of children.entries()) {
    const next = printNode(child, context);
    // What stands right behind an address would become part of it.
    const isGlued = children[index - 1]?.type === 'link' && /^[\p{L}\p{N}([]/u.test(next);
    printed += isGlued && !printed.endsWith(')') ? ` ${next}` : next;
  }
  return printed;
}

export function printNode(node: Nodes, context: Context): string {
  const { style, extracts, lineEnd } = context;
  switch (node.type) {
    case 'text':
      return restore(printText(node, context), extracts, lineEnd);
    case 'break':
      return lineEnd;
    case 'inlineCode':
      return style.code(restoreSource(node.value, extracts));
    case 'strong':
    case 'emphasis':
    case 'delete':
      return printMarked(node, context);
    case 'link':
      return printLink(nameOf(node, context), restoreSource(node.url, extracts), style);
    case 'image':
      return printImage(node.alt, restoreSource(node.url, extracts));
    case 'linkReference':
      return printLink(
        nameOf(node, context),
        context.definitions.get(node.identifier) ?? '',
        style,
      );
    case 'imageReference':
      return printImage(node.alt, context.definitions.get(node.identifier) ?? '');
    case 'footnoteReference':
      return `[${node.label ?? node.identifier}]`;
    default:
      return 'children' in node ? printInline(node as Parents, context) : '';
  }
}

function printText({ value, position }: Text, { source, style, isMarked }: Context): string {
  const written = source.slice(position?.start.offset, position?.end.offset);
  return written.includes('\\*')
    ? value
    : markLoose(value, isMarked ? (text) => text : style.strong);
}

function printMarked(
  node: Extract<Nodes, { type: 'strong' | 'emphasis' | 'delete' }>,
  context: Context,
): string {
  const [only] = node.children;
  if (node.type === 'emphasis' && node.children.length === 1 && only?.type === 'strong') {
    const { position } = node;
    const inside = { ...node, children: only.children };
    return printMarked({ type: 'strong', position, children: [inside] }, context);
  }
  const { source, style, extracts } = context;
  const inner = printInline(node, {
    ...context,
    isMarked: context.isMarked || node.type === 'strong',
  });
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? 0;
  if (node.type !== 'delete' && isLiteral(source, start, end)) {
    const mark = source.slice(start, start + (node.type === 'strong' ? 2 : 1));
    return mark.startsWith('_')
      ? restoreSource(source.slice(start, end), extracts)
      : mark + inner + mark;
  }
  // Channels' own marks mean nothing inside a word.
  const isInWord = /[\p{L}\p{N}]/u.test(`${source[start - 1] ?? ''}${source[end] ?? ''}`);
  if (isInWord || (context.isMarked && node.type === 'strong')) return inner;
  const write = { strong: style.strong, emphasis: style.emphasis, delete: style.strike }[node.type];
  // A mark ends with its line.
  return inner
    .split('\n')
    .map((line) => (line.trim() === '' ? line : write(line)))
    .join('\n');
}

/** A bare number reads as part of the sentence. */
function nameOf(link: Link | LinkReference, context: Context): string {
  const name = printInline(link, context);
  return /^\d+$/.test(name) ? `[${name}]` : name;
}
