import { printMarkdown } from '../markdown/print.ts';
import type { Style } from '../markdown/style.ts';

const mark = (sign: string) => (text: string) => `${sign}${text}${sign}`;

/** Meta docs: "How to format your messages" in WhatsApp's help center. */
const marks: Style = {
  strong: mark('*'),
  emphasis: mark('_'),
  strike: mark('~'),
  // Backticks inside would end it.
  code: (text) => (text.includes('`') ? text : `\`${text}\``),
  fence: (code) => `\`\`\`\n${code.replace(/`{3,}/g, '~~~')}\n\`\`\``,
  quote: (text) => text.replace(/^/gm, '> '),
  // A bracket after an address would become part of it.
  link: (name, url) => `${name}: ${url}`,
};

export const toWhatsAppMarkup = (markdown: string): string => printMarkdown(markdown, marks);
