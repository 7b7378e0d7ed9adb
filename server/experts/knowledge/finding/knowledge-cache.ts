import { buildIndex } from './build-index.ts';
import type { KnowledgeIndex } from './knowledge-index.ts';
import type { KnownPiece } from './piece.ts';

const defaultMaxBytes = 64 * 2 ** 20;

/** No bytes until it is built. */
type Entry = { expertId: string; revision: number; index: Promise<KnowledgeIndex>; bytes: number };

type Wanted = {
  expertId: string;
  /** What the turn read with its expert. A change of sources or pieces gives the expert another one. */
  revision: number;
  /** Reads the expert's pieces with the revision that they belong to, in one statement. */
  load: () => Promise<{ revision: number; pieces: KnownPiece[] }>;
};

/**
 * The indexes of the experts that were asked last, in this process. It need not be told of changes: what was built for one revision is
 * never given for another, so a deleted piece can't come back.
 */
export class KnowledgeCache {
  readonly #maxBytes: number;
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry>();

  constructor({ maxBytes = defaultMaxBytes }: { maxBytes?: number } = {}) {
    this.#maxBytes = maxBytes;
  }

  /** Turns that ask at the same time wait for one build. A failure is told to them only: the next turn tries again. */
  get(wanted: Wanted): Promise<KnowledgeIndex> {
    const key = keyOf(wanted);
    const entry = this.#entries.get(key) ?? this.#build(wanted);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.index;
  }

  #build(wanted: Wanted): Entry {
    const { expertId, revision } = wanted;
    const index = readSince(wanted).then(async (read) => {
      const built = await buildIndex(read.pieces);
      this.#keep(Object.assign(entry, { bytes: built.bytes }), read.revision);
      return built;
    });
    const entry: Entry = { expertId, revision, index, bytes: 0 };
    index.catch(() => this.#entries.delete(keyOf(wanted)));
    return entry;
  }

  /** Under the revision that was read: the knowledge may have changed since the turn was loaded. */
  #keep(entry: Entry, revision: number): void {
    if (revision !== entry.revision) {
      this.#entries.delete(keyOf(entry));
      this.#entries.set(keyOf(Object.assign(entry, { revision })), entry);
    }
    this.#dropOlder(entry);
    this.#dropLeastUsed(entry);
  }

  #dropOlder({ expertId, revision }: Entry): void {
    for (const [key, entry] of this.#entries)
      if (entry.expertId === expertId && entry.revision < revision && entry.bytes > 0)
        this.#entries.delete(key);
  }

  /** Never the one that a turn has waited for, however large: it would be built for every text. */
  #dropLeastUsed(built: Entry): void {
    let total = this.bytes;
    for (const [key, entry] of this.#entries) {
      if (total <= this.#maxBytes) break;
      if (entry === built || entry.bytes === 0) continue;
      this.#entries.delete(key);
      total -= entry.bytes;
    }
  }

  get bytes(): number {
    return this.#entries.values().reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

function keyOf({ expertId, revision }: Pick<Wanted, 'expertId' | 'revision'>): string {
  return JSON.stringify([expertId, revision]);
}

async function readSince({ revision, load }: Wanted) {
  const read = await load();
  if (read.revision < revision)
    throw new Error(`Read knowledge of revision ${read.revision}, not ${revision}.`);
  return read;
}
