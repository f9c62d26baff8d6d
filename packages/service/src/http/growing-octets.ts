/** What has not been written to takes address space, and no memory: few steps leave less to collect. */
const GROWTH = 4;

/**
 * Octets that come in chunks, in one buffer that grows. A list of chunks costs a hundred bytes and more for each of
 * them, and a client decides how small they are.
 */
export class GrowingOctets {
  #buffer = new Uint8Array();
  #length = 0;
  readonly #most: number;

  /** @param most there will be, as far as that is known */
  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#length;
  }

  append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(needed, Math.min(GROWTH * this.#buffer.length, this.#most)));
      grown.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = grown;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = needed;
  }

  /** All of them, in a buffer of their own and of their size: whoever has it may give it away. */
  taken(): Uint8Array {
    const all = this.#length === this.#buffer.length ? this.#buffer : this.#buffer.slice(0, this.#length);
    this.#buffer = new Uint8Array();
    return all;
  }
}
