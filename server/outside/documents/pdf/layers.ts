/** Parts of a page that a viewer can switch off, nested in other marks of content. */
export class Layers {
  readonly #isVisible: (layer: unknown) => boolean;
  #open: boolean[] = [];
  #hidden = 0;

  constructor(isVisible: (layer: unknown) => boolean) {
    this.#isVisible = isVisible;
  }

  get areVisible(): boolean {
    return this.#hidden === 0;
  }

  /** @param layer null for a mark that is none. */
  begin(layer: unknown): void {
    const isHidden = layer !== null && layer !== undefined && !this.#isVisible(layer);
    this.#open.push(isHidden);
    if (isHidden) this.#hidden++;
  }

  end(): void {
    if (this.#open.pop()) this.#hidden--;
  }
}
