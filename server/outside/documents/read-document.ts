import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createLimit } from '../concurrency.ts';
import { runInOwnProcess } from '../own-process.ts';
import { detectKind } from './detect-kind.ts';
import { type DocumentKind, type ReadDocument, readDocumentShape } from './document.ts';
import { DocumentError, isDocumentProblem } from './document-error.ts';
import { maxDocumentBytes } from './pages.ts';

const script = fileURLToPath(new URL('./reader.ts', import.meta.url));
const root = fileURLToPath(new URL('../../../', import.meta.url));
/** It may read the product's own files, and neither write nor start anything. */
const flags = [
  ...['--permission', '--allow-worker', `--allow-fs-read=${root}*`],
  // Most of a page lives briefly; the rest is given up at the limit.
  ...['--max-semi-space-size=8', '--max-old-space-size=288'],
];
/** The process ends itself after 60 s of computing; a busy machine needs longer for them. */
const defaultTimeLimitMs = 120_000;

type ReadOptions = {
  /** Of the file; its ending decides between kinds of text. */
  name: string;
  /** Without it, the content and the name decide. */
  kind?: DocumentKind | undefined;
  signal?: AbortSignal | undefined;
  timeLimitMs?: number;
};

const outputShape = z.object({
  document: readDocumentShape.nullable(),
  problem: z.string().nullable(),
  peakBytes: z.number(),
});
/** What the process answers, and what it took. */
type ReaderOutput = z.infer<typeof outputShape>;

/** Each takes up to 500 MB. */
const limitReaders = createLimit({ atOnce: 2 });

/**
 * Reads a file into text, in a process of its own.
 * @throws {DocumentError} in words for an admin.
 */
export async function readDocument(bytes: Uint8Array, options: ReadOptions): Promise<ReadDocument> {
  const { document, problem } = await askReader(bytes, options);
  if (document) return document;
  throw new DocumentError(isDocumentProblem(problem) ? problem : 'damaged');
}

/** For measuring: also what it took. */
export async function askReader(bytes: Uint8Array, options: ReadOptions): Promise<ReaderOutput> {
  if (bytes.length > maxDocumentBytes) throw new DocumentError('too-large');
  const kind = options.kind ?? detectKind(options.name, bytes);
  return limitReaders(() => readElsewhere(bytes, kind, options));
}

async function readElsewhere(
  bytes: Uint8Array,
  kind: DocumentKind,
  { signal, timeLimitMs = defaultTimeLimitMs }: ReadOptions,
): Promise<ReaderOutput> {
  if (signal?.aborted) throw new DocumentError('stopped');
  const ended = await runInOwnProcess({
    ...{ script, flags, bytes, signal, timeLimitMs },
    args: [kind],
  });
  if (ended.exitCode === 0) return outputShape.parse(JSON.parse(ended.output.toString('utf8')));
  if (signal?.aborted) throw new DocumentError('stopped');
  // The watcher ends it by SIGTERM, V8 by its own way.
  throw new DocumentError(ended.signal === 'SIGKILL' ? 'time' : 'memory');
}
