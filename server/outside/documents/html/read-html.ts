import type { HiddenReason, ReadDocument } from '../document.ts';
import { onePage } from '../pages.ts';
import { cleanText } from '../plain.ts';
import { BlockWriter } from './block-writer.ts';
import { type HtmlElement, type HtmlNode, isElement, isTextNode, parseHtml } from './element.ts';
import {
  findHiding,
  isOfBackground,
  type Rules,
  readDeclarations,
  readRules,
  type Surroundings,
  surround,
} from './looks.ts';

/** Not text, or not of this page: programs, menus, forms. */
const skipped = new Set([
  ...['script', 'style', 'noscript', 'template', 'svg', 'math', 'iframe', 'object', 'canvas'],
  ...['head', 'nav', 'select', 'option', 'datalist', 'button', 'audio', 'video'],
]);
/** Deeper ones are no page that a person wrote. */
const maxDepth = 500;
const paper: Surroundings = { color: '000000', background: 'ffffff' };

export function readHtml(source: string): ReadDocument {
  const document = parseHtml(source);
  const title = cleanText(document.querySelectorAll('title')[0]?.textContent ?? '') || null;
  const writer = new BlockWriter();
  const walker = new Walker(readRules(document), writer);
  if (document.body) walker.walk(document.body, paper, 0);
  writer.endBlock();
  return { kind: 'html', title, pages: onePage(writer.blocks, writer.hidden) };
}

class Walker {
  readonly #rules: Rules;
  readonly #writer: BlockWriter;

  constructor(rules: Rules, writer: BlockWriter) {
    this.#rules = rules;
    this.#writer = writer;
  }

  walk(element: HtmlElement, outer: Surroundings, depth: number): void {
    if (skipped.has(element.localName) || depth > maxDepth) return;
    const look = readDeclarations(
      element.getAttribute('style') ?? '',
      new Map(this.#rules.get(element)),
    );
    const hiding = findHiding(element, look);
    if (hiding) this.#writer.hide(this.#textOf(element), hiding);
    else this.#walkInto(element, surround(outer, look), depth);
  }

  #walkInto(element: HtmlElement, inner: Surroundings, depth: number): void {
    this.#writer.open(element.localName);
    for (const child of Array.from(element.childNodes)) this.#read(child, inner, depth);
    this.#writer.close(element.localName);
  }

  #read(node: HtmlNode, surroundings: Surroundings, depth: number): void {
    if (isElement(node)) this.walk(node, surroundings, depth + 1);
    else if (isTextNode(node)) this.#add(node.textContent ?? '', whyUnseen(surroundings));
  }

  #add(text: string, why: HiddenReason | null): void {
    if (why) this.#writer.hide(text, why);
    else this.#writer.add(text);
  }

  /** Without programs and styles, which hidden parts have too. */
  #textOf(element: HtmlElement): string {
    if (skipped.has(element.localName)) return '';
    return Array.from(element.childNodes, (child) =>
      isElement(child) ? this.#textOf(child) : isTextNode(child) ? (child.textContent ?? '') : '',
    ).join(' ');
  }
}

function whyUnseen(surroundings: Surroundings): HiddenReason | null {
  if (surroundings.color === 'transparent') return 'transparent';
  return isOfBackground(surroundings) ? 'background-color' : null;
}
