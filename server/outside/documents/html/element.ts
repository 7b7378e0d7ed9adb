import { parseHTML } from 'linkedom';

/** What we use of the DOM: the server is checked without its types. */
export type HtmlNode = {
  nodeType: number;
  textContent: string | null;
  childNodes: ArrayLike<HtmlNode>;
};
export type HtmlElement = HtmlNode & {
  localName: string;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  querySelectorAll(selector: string): ArrayLike<HtmlElement>;
};
export type HtmlDocument = HtmlElement & { body: HtmlElement | null };

const nodeTypes = { element: 1, text: 3 };

export const isElement = (node: HtmlNode): node is HtmlElement =>
  node.nodeType === nodeTypes.element;
export const isTextNode = (node: HtmlNode): boolean => node.nodeType === nodeTypes.text;

/** Runs no script and loads nothing. */
export function parseHtml(source: string): HtmlDocument {
  const isWhole = /<body\b/i.test(source.slice(0, 100_000));
  const { document } = parseHTML(isWhole ? source : `<html><body>${source}</body></html>`);
  return document as unknown as HtmlDocument;
}
