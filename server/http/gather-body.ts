import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

const blockBytes = 64 * 1024;
/** Smaller pieces are gone with the next young collection. */
const minFreedBytes = 4 * 1024;

/**
 * A body in few blocks, which are freed at once. Node makes a buffer of each piece that arrives, be it a byte, and lets
 * some 60 MB of those that are no longer needed pile up before it frees any.
 */
export class GatheredBody extends Readable {
  readonly #raw: IncomingMessage;
  /** What has been passed on, and the one that is being filled. */
  readonly #blocks: Buffer<ArrayBuffer>[] = [];
  #filled = blockBytes;
  #isReading = false;

  constructor(raw: IncomingMessage) {
    super();
    this.#raw = raw;
    raw.on('error', (error) => this.destroy(error));
    raw.on('close', () => {
      if (!raw.readableEnded) this.destroy();
    });
  }

  /** Not before someone wants it: a route may still refuse it unread. */
  override _read(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    this.#raw.on('data', (piece: Buffer<ArrayBuffer>) => {
      if (!this.destroyed) this.#add(piece);
      free(piece);
    });
    this.#raw.on('end', () => this.#finish());
    this.#raw.resume();
  }

  #add(piece: Buffer): void {
    for (let at = 0; at < piece.length; ) {
      if (this.#filled === blockBytes) {
        this.#blocks.push(Buffer.allocUnsafeSlow(blockBytes));
        this.#filled = 0;
      }
      const block = this.#blocks.at(-1) as Buffer<ArrayBuffer>;
      const copied = piece.copy(block, this.#filled, at);
      this.#filled += copied;
      at += copied;
      if (this.#filled === blockBytes) this.push(block);
    }
  }

  #finish(): void {
    if (this.destroyed) return;
    if (this.#filled < blockBytes) this.push(this.#blocks.at(-1)?.subarray(0, this.#filled));
    this.push(null);
  }

  /** Also after its end, when it has been read. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    for (const block of this.#blocks.splice(0)) block.buffer.transfer(0);
    // What still comes is dropped, not kept.
    if (error && this.#isReading) this.#raw.resume();
    done(error);
  }
}

/** Only what is no part of another buffer. */
function free({ buffer, byteLength }: Buffer<ArrayBuffer>): void {
  if (byteLength >= minFreedBytes && byteLength === buffer.byteLength) buffer.transfer(0);
}
