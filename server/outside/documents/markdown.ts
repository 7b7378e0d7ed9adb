import type { Nodes, Root, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Block, HiddenText, ReadDocument } from './document.ts';
import { readHtml } from './html/read-html.ts';
import { onePage } from './pages.ts';
import { cleanText, readPlain, setTagsApart, writeRow } from './plain.ts';

type Read = { blocks: Block[]; hidden: HiddenText[] };

const frontMatter = /^---\n(?:(?!---\n)[^\n]*\n){1,100}---\n/;

export function readMarkdown(source: string): ReadDocument {
  const { text, hidden } = setTagsApart(source.replace(/\r\n?/g, '\n'));
  const body = text.replace(frontMatter, '');
  const tree = fromMarkdown(body, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const reads = tree.children.map((node) => readNode(node, body));
  const blocks = reads.flatMap((read) => read.blocks);
  const title = blocks.find(({ kind, level }) => kind === 'heading' && level === 1)?.text ?? null;
  const all = [...hidden, ...reads.flatMap((read) => read.hidden)];
  return { kind: 'markdown', title, pages: onePage(blocks, all) };
}

function readNode(node: RootContent, source: string): Read {
  // A browser would draw what it marks up, and hide what it hides.
  if (hasHtml(node)) return readHtmlOf(node, source);
  return { blocks: toBlocks(node).filter(({ text }) => text !== ''), hidden: [] };
}

function hasHtml(node: Nodes): boolean {
  return node.type === 'html' || ('children' in node && node.children.some(hasHtml));
}

function readHtmlOf({ position }: RootContent, source: string): Read {
  const { pages } = readHtml(source.slice(position?.start.offset, position?.end.offset));
  return {
    blocks: pages.flatMap((page) => page.blocks),
    hidden: pages.flatMap((page) => page.hidden),
  };
}

function toBlocks(node: RootContent): Block[] {
  if (node.type === 'heading') return [{ kind: 'heading', level: node.depth, text: textOf(node) }];
  if (node.type === 'list')
    return node.children.map((item) => ({ kind: 'list', text: textOf(item) }));
  if (node.type === 'table') return [{ kind: 'table', text: writeTable(node) }];
  if (node.type === 'code') return [{ kind: 'text', text: node.value.trim() }];
  if (node.type === 'blockquote') return node.children.flatMap(toBlocks);
  if (node.type === 'definition' || node.type === 'thematicBreak') return [];
  return readPlain(textOf(node)).blocks;
}

function writeTable({ children }: Table): string {
  const [head = [], ...rows] = children.map(({ children }) => children.map(textOf));
  return rows.map((row) => writeRow(head, row)).join('\n');
}

const textOf = (node: Nodes): string => cleanLines(printNode(node));
const cleanLines = (text: string) => text.split('\n').map(cleanText).join('\n').trim();

function printNode(node: Nodes | Root): string {
  if (node.type === 'break') return '\n';
  if (node.type === 'image') return node.alt ?? '';
  if ('value' in node) return node.value;
  if (node.type === 'link') return printLink(node.children.map(printNode).join(''), node.url);
  if (!('children' in node)) return '';
  const isOuter = ['list', 'listItem', 'blockquote'].includes(node.type);
  return node.children.map(printNode).join(isOuter ? ' ' : '');
}

/** An answer may give the address on. */
function printLink(text: string, url: string): string {
  return /^https?:/i.test(url) && !url.includes(text) ? `${text} (${url})` : text;
}
