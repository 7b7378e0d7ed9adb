import type { Block, HiddenText, ReadPage } from './document.ts';

export const maxDocumentBytes = 20 * 1024 * 1024;
/** Of all that is read of one document: thousands of pages. */
export const maxTextLength = 20_000_000;

/** For kinds without pages, pictures and scans. */
export const onePage = (blocks: Block[], hidden: HiddenText[]): ReadPage[] => [
  { number: 1, blocks, hidden, isPicture: false, isScan: false },
];
