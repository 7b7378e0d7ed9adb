import { inflateRawSync } from 'node:zlib';
import { DocumentError } from '../document-error.ts';

/** Of one part, and of all that are read of a document: some 10 MB of text with its marks. */
const maxPartBytes = 32 * 1024 * 1024;
const maxAllBytes = 64 * 1024 * 1024;
const maxParts = 10_000;

const signatures = { end: 0x06054b50, entry: 0x02014b50, part: 0x04034b50 };
const methods = { stored: 0, deflated: 8 };

type Entry = { method: number; start: number; length: number; isEncrypted: boolean };

/** A ZIP whose declared sizes are not believed: what a part inflates to is bounded while it inflates. */
export class Zip {
  readonly #bytes: Buffer;
  readonly #entries = new Map<string, Entry>();
  #bytesRead = 0;

  /** @throws {DocumentError} damaged, inflates */
  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    try {
      this.#readDirectory();
    } catch (error) {
      throw error instanceof RangeError ? new DocumentError('damaged') : error;
    }
  }

  list(pattern: RegExp): string[] {
    return [...this.#entries.keys()].filter((name) => pattern.test(name));
  }

  /**
   * Null if there is no such part.
   * @throws {DocumentError} damaged, inflates, encrypted
   */
  read(name: string): string | null {
    const entry = this.#entries.get(name);
    if (!entry) return null;
    if (entry.isEncrypted) throw new DocumentError('encrypted');
    const packed = this.#bytes.subarray(entry.start, entry.start + entry.length);
    const part = entry.method === methods.stored ? packed : inflate(packed);
    this.#bytesRead += part.length;
    if (this.#bytesRead > maxAllBytes) throw new DocumentError('inflates');
    return new TextDecoder().decode(part);
  }

  #readDirectory(): void {
    const end = this.#bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
    if (end < 0) throw new DocumentError('damaged');
    const count = this.#bytes.readUInt16LE(end + 10);
    if (count > maxParts) throw new DocumentError('inflates');
    let at = this.#bytes.readUInt32LE(end + 16);
    for (let entry = 0; entry < count; entry++) at = this.#readEntry(at);
  }

  /** @returns where the next one begins. */
  #readEntry(at: number): number {
    const bytes = this.#bytes;
    if (bytes.readUInt32LE(at) !== signatures.entry) throw new DocumentError('damaged');
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) =>
      bytes.readUInt16LE(at + field),
    ) as [number, number, number];
    const part = bytes.readUInt32LE(at + 42);
    if (bytes.readUInt32LE(part) !== signatures.part) throw new DocumentError('damaged');
    this.#entries.set(bytes.toString('utf8', at + 46, at + 46 + nameLength), {
      method: bytes.readUInt16LE(at + 10),
      // The part repeats name and extra field, whose length may differ.
      start: part + 30 + bytes.readUInt16LE(part + 26) + bytes.readUInt16LE(part + 28),
      length: bytes.readUInt32LE(at + 20),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    });
    return at + 46 + nameLength + extraLength + noteLength;
  }
}

function inflate(packed: Buffer): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: maxPartBytes });
  } catch (error) {
    const isBomb = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new DocumentError(isBomb ? 'inflates' : 'damaged');
  }
}
