import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import type { DocumentKind } from './document.ts';
import { DocumentError } from './document-error.ts';
import { parseDocument } from './parse-document.ts';

const limits = {
  /** Of the whole process: 2,400 pages take 300 MB. */
  maxBytes: 512 * 1024 * 1024,
  /** Of all threads: 2,400 pages took 30 s on a busy machine. */
  maxComputingMs: 60_000,
  /** A stream can inflate by several MB in one of these. */
  checkMs: 10,
};

/** Shared with the watcher. The system's own figure would include the server that started us. */
const peak = new Float64Array(new SharedArrayBuffer(8));
new Worker(new URL('./watcher.js', import.meta.url), {
  workerData: { ...limits, peak },
  resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
}).unref();
const answer = await read(await buffer(process.stdin), process.argv[2] as DocumentKind);
const peakBytes = Math.max(peak[0] ?? 0, process.memoryUsage.rss());
process.stdout.write(JSON.stringify({ ...answer, peakBytes }), () => process.exit(0));

async function read(bytes: Buffer, kind: DocumentKind) {
  try {
    return { document: await parseDocument(new Uint8Array(bytes), kind), problem: null };
  } catch (error) {
    return { document: null, problem: error instanceof DocumentError ? error.problem : 'damaged' };
  }
}
