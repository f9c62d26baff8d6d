import type { WorkerIdentity } from '@cpu-bound/service/contract';
import type { DataObject } from '@cpu-bound/workload';

/** The parts of an answer's head that the bench reads. */
export type AnswerHead = {
  readonly status: number;
  /** The media type. */
  readonly type?: string | undefined;
  /** The fields of an answer other than its octets, as JSON. */
  readonly result?: string | undefined;
  /** The time of the task, and its worker: `task;dur=4.8, worker;desc="12/3"`. */
  readonly timing?: string | undefined;
  /** The encoding of the body, which no request of the bench accepts. */
  readonly encoding?: string | undefined;
};

/** Reads the head of an answer. @param header returns a header by its name in lower-case letters */
export const headOf = (status: number, header: (name: string) => string | undefined): AnswerHead => ({
  status,
  type: header('content-type'),
  result: header('x-result'),
  timing: header('server-timing'),
  encoding: header('content-encoding'),
});

/** The time that a service reports for a task, and the worker's name. They differ from one answer to the next. */
export type ComputeRecord = { readonly computeMs: number; readonly worker: string };

/** Reads a compute record from `Server-Timing`, which may have other metrics of other servers. */
export function recordIn({ timing = '' }: AnswerHead): ComputeRecord | undefined {
  const [, time] = /(?:^|[,\s])task;dur=([\d.]+)/.exec(timing) ?? [];
  const [, worker] = /(?:^|[,\s])worker;desc="([^"]*)"/.exec(timing) ?? [];
  return time === undefined || worker === undefined ? undefined : { computeMs: Number(time), worker };
}

/** An answer that has the compute record in two fields of its own, as answers had before `Server-Timing`. */
export type OlderAnswer = DataObject & { readonly computeMs: number; readonly worker: WorkerIdentity };

/** The bytes of a right answer: its body up to a compute record in it. If it has a header with fields, that one, and its octets. */
export type KnownAnswer = { readonly output: Buffer; readonly octets: Buffer | undefined };

/** The compute record fits into this many octets. */
const LONGEST_TAIL = 512;
const BACKSLASH = 0x5c;

/** Extracts the bytes of a right answer whose compute record is in its head. */
export const knownWhole = (body: Buffer, { result }: AnswerHead): KnownAnswer =>
  result === undefined ? { output: body, octets: undefined } : { output: Buffer.from(result), octets: body };

/**
 * Extracts the bytes of a right older answer by which an equal one is recognised.
 *
 * @param json the complete answer, which has been parsed before
 * @returns undefined if the compute record does not come last: each such answer has to be parsed
 */
export function knownAnswer(json: Buffer, octets: Buffer | undefined): KnownAnswer | undefined {
  const at = Math.min(json.lastIndexOf('"computeMs"'), json.lastIndexOf('"worker"'));
  // In sound JSON, no bare word follows the quote that ends a string. So this quote begins a key, unless it is
  // escaped, and the tail closes the answer itself.
  if (at < 1 || json[at - 1] === BACKSLASH || !computingOf(json.subarray(at))) return undefined;
  return { output: json.subarray(0, at), octets };
}

/** An answer that comes in pieces. Bytes that equal the known answer's are compared, and not stored. */
export class IncomingAnswer {
  readonly #known: KnownAnswer | undefined;
  readonly #expected: Buffer;
  readonly #rest: Buffer[] = [];
  #same = 0;

  constructor(known: KnownAnswer | undefined) {
    this.#known = known;
    this.#expected = known?.octets ?? known?.output ?? Buffer.alloc(0);
  }

  /** Adds a piece. @param chunk not stored, because its memory may be reused for the next read */
  add(chunk: Buffer): void {
    const length = Math.min(chunk.length, this.#expected.length - this.#same);
    const isSame =
      this.#rest.length === 0 &&
      this.#expected.compare(chunk, 0, length, this.#same, this.#same + length) === 0;
    if (isSame) this.#same += length;
    if (!isSame || length < chunk.length)
      this.#rest.push(Buffer.from(isSame ? chunk.subarray(length) : chunk));
  }

  /** Reads the compute record of an answer whose other bytes all equal the known answer's. */
  recognise(head: AnswerHead): ComputeRecord | undefined {
    const { result } = head;
    const known = this.#known;
    if (!known || this.#same < this.#expected.length) return undefined;
    const isOctets = result !== undefined;
    if (isOctets !== (known.octets !== undefined)) return undefined;
    const rest = Buffer.concat(this.#rest);
    const record = recordIn(head);
    if (record)
      return rest.length === 0 && (!isOctets || known.output.equals(Buffer.from(result)))
        ? record
        : undefined;
    if (!isOctets) return computingOf(rest);
    const json = Buffer.from(result);
    const { length } = known.output;
    const isSame = rest.length === 0 && json.subarray(0, length).equals(known.output);
    return isSame ? computingOf(json.subarray(length)) : undefined;
  }

  /** Tells whether the answer equals the known one, byte by byte. */
  isKnown(): boolean {
    return this.#known !== undefined && this.#same === this.#expected.length && this.#rest.length === 0;
  }

  body(): Buffer {
    return Buffer.concat([this.#expected.subarray(0, this.#same), ...this.#rest]);
  }
}

/** Reads the end of an answer as an object with the two fields of a compute record and no other. */
function computingOf(tail: Buffer): ComputeRecord | undefined {
  if (tail.length > LONGEST_TAIL) return undefined;
  const answer = parseAnswer(`{${tail}`);
  return answer && Object.keys(answer).length === 2 ? computing(answer) : undefined;
}

export const computing = ({ computeMs, worker }: OlderAnswer): ComputeRecord => ({
  computeMs,
  worker: `${worker.pid}/${worker.threadId}`,
});

export function parseAnswer(json: string): OlderAnswer | undefined {
  try {
    const answer: Partial<OlderAnswer> | null = JSON.parse(json);
    const isComplete = typeof answer?.computeMs === 'number' && typeof answer.worker?.pid === 'number';
    return isComplete ? (answer as OlderAnswer) : undefined;
  } catch {
    return undefined;
  }
}
