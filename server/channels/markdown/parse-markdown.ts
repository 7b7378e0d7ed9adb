import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { gfm } from 'micromark-extension-gfm';

/**
 * Models indent for looks, underline nothing, and write tags into the text (`extract.ts` reads them). Without these
 * constructs such text stays text.
 */
const unused = ['codeIndented', 'setextUnderline', 'htmlFlow', 'htmlText'];

const options = {
  extensions: [
    gfm({ singleTilde: false }),
    // Else `**重点：**内容` would not be bold.
    cjkFriendlyExtension(),
    { disable: { null: unused } },
  ],
  mdastExtensions: [gfmFromMarkdown()],
};

export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, options);
}
