import { forEachInSlices } from './slices.ts';

/** Which pieces hold a term, and how often: those of a term stand from `starts[term]` to `starts[term + 1]`. */
export type Postings = {
  starts: Uint32Array;
  pieces: Uint16Array | Uint32Array;
  counts: Uint8Array;
  /** In terms, of each piece. */
  lengths: Uint32Array;
};

const maxCount = 255;
const minRoom = 1 << 16;

/** Takes the pieces' terms one after another into flat arrays, until `sortByTerm` turns them round. */
export class TermsByPiece {
  #terms = new Uint32Array(minRoom);
  #counts = new Uint8Array(minRoom);
  /** Where each term was last put. */
  #places = new Uint32Array(minRoom);
  /** How many pieces hold each term. */
  #held = new Uint32Array(minRoom);
  #size = 0;
  /** Of the piece that is being read. */
  #start = 0;
  #length = 0;
  readonly #ends: number[] = [];
  readonly #lengths: number[] = [];

  add(term: number): void {
    this.#length++;
    if (term >= this.#places.length) {
      this.#places = enlarge(this.#places, term);
      this.#held = enlarge(this.#held, term);
    }
    const place = this.#places[term] as number;
    const isOfThisPiece = place >= this.#start && place < this.#size;
    if (!isOfThisPiece || this.#terms[place] !== term) this.#put(term);
    else if ((this.#counts[place] as number) < maxCount)
      this.#counts[place] = (this.#counts[place] as number) + 1;
  }

  #put(term: number): void {
    const place = this.#size++;
    if (place >= this.#terms.length) {
      this.#terms = enlarge(this.#terms, place);
      this.#counts = enlarge(this.#counts, place);
    }
    this.#terms[place] = term;
    this.#counts[place] = 1;
    this.#places[term] = place;
    this.#held[term] = (this.#held[term] as number) + 1;
  }

  endPiece(): void {
    this.#ends.push(this.#size);
    this.#lengths.push(this.#length);
    this.#start = this.#size;
    this.#length = 0;
  }

  async sortByTerm(termCount: number): Promise<Postings> {
    const free = this.#listStarts(termCount);
    const Pieces = this.#ends.length > 1 << 16 ? Uint32Array : Uint16Array;
    const postings: Postings = {
      starts: free.slice(),
      pieces: new Pieces(this.#size),
      counts: new Uint8Array(this.#size),
      lengths: Uint32Array.from(this.#lengths),
    };
    await forEachInSlices(this.#ends.length, (piece) => {
      const end = this.#ends[piece] as number;
      for (let at = this.#ends[piece - 1] ?? 0; at < end; at++) {
        const term = this.#terms[at] as number;
        const place = free[term] as number;
        free[term] = place + 1;
        postings.pieces[place] = piece;
        postings.counts[place] = this.#counts[at] as number;
      }
    });
    return postings;
  }

  #listStarts(termCount: number): Uint32Array {
    const starts = new Uint32Array(termCount + 1);
    for (let term = 0; term < termCount; term++)
      starts[term + 1] = (starts[term] as number) + (this.#held[term] as number);
    return starts;
  }
}

function enlarge<Numbers extends Uint8Array | Uint32Array>(full: Numbers, place: number): Numbers {
  const larger = new (full.constructor as new (size: number) => Numbers)(2 * (place + 1));
  larger.set(full);
  return larger;
}
