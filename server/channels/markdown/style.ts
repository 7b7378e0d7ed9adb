import type { Extracts } from './extract.ts';

/** How a channel writes what Markdown marks. */
export type Style = {
  strong(text: string): string;
  emphasis(text: string): string;
  strike(text: string): string;
  code(text: string): string;
  fence(code: string): string;
  quote(text: string): string;
  link(name: string, url: string): string;
};

export type Context = {
  style: Style;
  /** As parsed. */
  source: string;
  extracts: Extracts;
  definitions: Map<string, string>;
  /** Marks inside are left out. */
  isMarked: boolean;
  lineEnd: string;
};
