import { z } from 'zod';

const documentKinds = ['pdf', 'docx', 'html', 'csv', 'markdown', 'text'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** `pair`: a question with its answer. A table's text has one row a line, a list's one item. */
const blockKinds = ['heading', 'text', 'list', 'table', 'pair'] as const;

const hiddenReasons = [
  'invisible',
  'transparent',
  'tiny',
  'off-page',
  'covered',
  'background-color',
] as const;
export type HiddenReason = (typeof hiddenReasons)[number];

const block = z.object({
  kind: z.enum(blockKinds),
  /** Of a heading, from 1. */
  level: z.number().optional(),
  text: z.string(),
});
/** What a reader of the document would not see. Never for a model. */
const hiddenText = z.object({ text: z.string(), why: z.enum(hiddenReasons) });

const readPage = z.object({
  number: z.number(),
  blocks: z.array(block),
  hidden: z.array(hiddenText),
  /** Has pictures and no text, so nothing of it was read. */
  isPicture: z.boolean(),
  /** The text lies hidden over or under a picture of the page, as text recognition of a scan leaves it; it was kept. */
  isScan: z.boolean(),
});

/** Documents without pages have one, of number 1. */
export const readDocumentShape = z.object({
  kind: z.enum(documentKinds),
  title: z.string().nullable(),
  pages: z.array(readPage),
});

export type Block = z.infer<typeof block>;
export type HiddenText = z.infer<typeof hiddenText>;
export type ReadPage = z.infer<typeof readPage>;
export type ReadDocument = z.infer<typeof readDocumentShape>;
