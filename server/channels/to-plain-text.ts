import { printMarkdown } from './markdown/print.ts';
import type { Style } from './markdown/style.ts';

const keep = (text: string) => text;

const plain: Style = {
  strong: keep,
  emphasis: keep,
  strike: keep,
  code: keep,
  fence: keep,
  quote: keep,
  link: (name, url) => `${name} (${url})`,
};

export const toPlainText = (markdown: string): string => printMarkdown(markdown, plain);
