import type { Answer } from '@cpu-bound/service/contract';

/** The part of an answer beside its output, which differs from one answer to the next. */
export type ComputeRecord = { readonly computeMs: number; readonly worker: string };

/** The bytes of a right answer: its JSON up to what it says of its computing, and its octets where it has some. */
export type KnownAnswer = { readonly output: Buffer; readonly octets: Buffer | undefined };

/** The octets into which the part about its computing fits. */
const LONGEST_TAIL = 512;
const BACKSLASH = 0x5c;

/**
 * What is to be kept of a right answer, so that another one is recognised by its bytes. Undefined where the last two
 * fields are not those on its computing: such answers are parsed, each of them.
 *
 * @param json parsed whole before
 */
export function knownAnswer(json: Buffer, octets: Buffer | undefined): KnownAnswer | undefined {
  const at = Math.min(json.lastIndexOf('"computeMs"'), json.lastIndexOf('"worker"'));
  // Sound JSON has no bare word after the quote that ends a string. So this quote begins a key, unless it is escaped;
  // and the object that the tail closes is the answer itself.
  if (at < 1 || json[at - 1] === BACKSLASH || !computingOf(json.subarray(at))) return undefined;
  return { output: json.subarray(0, at), octets };
}

/** An answer as it comes, piece by piece: bytes that are the known answer's are compared, and not kept. */
export class IncomingAnswer {
  readonly #known: KnownAnswer | undefined;
  readonly #expected: Buffer;
  readonly #rest: Buffer[] = [];
  #same = 0;

  constructor(known: KnownAnswer | undefined) {
    this.#known = known;
    this.#expected = known?.octets ?? known?.output ?? Buffer.alloc(0);
  }

  /** @param chunk not kept: its memory may be read into again */
  add(chunk: Buffer): void {
    const length = Math.min(chunk.length, this.#expected.length - this.#same);
    const isSame =
      this.#rest.length === 0 &&
      this.#expected.compare(chunk, 0, length, this.#same, this.#same + length) === 0;
    if (isSame) this.#same += length;
    if (!isSame || length < chunk.length)
      this.#rest.push(Buffer.from(isSame ? chunk.subarray(length) : chunk));
  }

  /**
   * What it says of its computing, where every other byte of it is the known answer's.
   *
   * @param result the fields beside its octets, where it came as octets
   */
  recognise(result: string | undefined): ComputeRecord | undefined {
    const known = this.#known;
    if (!known || this.#same < this.#expected.length) return undefined;
    const isOctets = result !== undefined;
    if (isOctets !== (known.octets !== undefined)) return undefined;
    const rest = Buffer.concat(this.#rest);
    if (!isOctets) return computingOf(rest);
    const json = Buffer.from(result);
    const { length } = known.output;
    const isSame = rest.length === 0 && json.subarray(0, length).equals(known.output);
    return isSame ? computingOf(json.subarray(length)) : undefined;
  }

  /** Whether it is the known answer, byte by byte. */
  isKnown(): boolean {
    return this.#known !== undefined && this.#same === this.#expected.length && this.#rest.length === 0;
  }

  /** All of its bytes. */
  body(): Buffer {
    return Buffer.concat([this.#expected.subarray(0, this.#same), ...this.#rest]);
  }
}

/** The end of an answer, read as an object that has these two fields and no other. */
function computingOf(tail: Buffer): ComputeRecord | undefined {
  if (tail.length > LONGEST_TAIL) return undefined;
  const answer = parseAnswer(`{${tail}`);
  return answer && Object.keys(answer).length === 2 ? computing(answer) : undefined;
}

export const computing = ({ computeMs, worker }: Answer): ComputeRecord => ({
  computeMs,
  worker: `${worker.pid}/${worker.threadId}`,
});

/** An answer of JSON that says what it computed for, and where. */
export function parseAnswer(json: string): Answer | undefined {
  try {
    const answer: Partial<Answer> | null = JSON.parse(json);
    const whole = typeof answer?.computeMs === 'number' && typeof answer.worker?.pid === 'number';
    return whole ? (answer as Answer) : undefined;
  } catch {
    return undefined;
  }
}
