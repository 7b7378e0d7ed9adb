type Limits = { ofHolder: number; inAll: number };

/** What requests hold in memory, for each network or account and in all. The oldest gives way to the newest. */
export class BytePool<Item extends { holder: string }> {
  readonly #limits: Limits;
  readonly #letGo: (item: Item, because: keyof Limits) => void;
  /** Oldest first. */
  readonly #bytes = new Map<Item, number>();
  readonly #byHolder = new Map<string, number>();
  #inAll = 0;

  /** @param letGo called with an item that is no longer in the pool. */
  constructor(limits: Limits, letGo: (item: Item, because: keyof Limits) => void) {
    this.#limits = limits;
    this.#letGo = letGo;
  }

  has(item: Item): boolean {
    return this.#bytes.has(item);
  }

  /** Adds it, or changes what it holds. */
  set(item: Item, bytes: number): void {
    this.#hold(item.holder, bytes - (this.#bytes.get(item) ?? 0));
    this.#bytes.set(item, bytes);
    this.#makeRoom(item.holder);
  }

  delete(item: Item): void {
    const bytes = this.#bytes.get(item);
    if (bytes === undefined) return;
    this.#bytes.delete(item);
    this.#hold(item.holder, -bytes);
  }

  #hold(holder: string, bytes: number): void {
    this.#inAll += bytes;
    const sum = this.#ofHolder(holder) + bytes;
    if (sum > 0) this.#byHolder.set(holder, sum);
    else this.#byHolder.delete(holder);
  }

  #ofHolder(holder: string): number {
    return this.#byHolder.get(holder) ?? 0;
  }

  #makeRoom(holder: string): void {
    for (const item of this.#bytes.keys()) {
      if (this.#ofHolder(holder) <= this.#limits.ofHolder) break;
      if (item.holder === holder) this.#drop(item, 'ofHolder');
    }
    for (const item of this.#bytes.keys()) {
      if (this.#inAll <= this.#limits.inAll) break;
      this.#drop(item, 'inAll');
    }
  }

  #drop(item: Item, because: keyof Limits): void {
    this.delete(item);
    this.#letGo(item, because);
  }
}
