import type { ComputeResult, Outcome } from './service/index.js';
import { defined } from './workload/defined.js';
import type { DataObject, JsonObject } from './workload/index.js';

/** Octets of a body. Redis holds jobs in memory, and answers nothing else while it moves a large one. */
export const MOST_BODY_BYTES = 2 ** 20;
/** A job's data, or its result, as JSON: a body of octets is a third larger there. */
export const MOST_JSON_BYTES = 1.5 * 2 ** 20;
/** Redis keeps some thousand events and jobs of requests that have their answer, each with up to so much JSON. */
const MOST_KEPT_BYTES = 2 ** 14;

export const isLarge = (value: object): boolean => JSON.stringify(value).length > MOST_KEPT_BYTES;

/** A `DataObject` as JSON, which has no octets: those fields are base64. */
export type Packed = { readonly fields: JsonObject; readonly octets?: Readonly<Record<string, string>> };

export type JobData = {
  readonly input: Packed;
  readonly traceparent?: string;
  /** When the client of a request stops waiting, in milliseconds since the epoch: it is not computed after that. */
  readonly expiresAt?: number;
  /** The outcome of a request, where it is large. */
  readonly outcome?: PackedOutcome;
};

/** An `Outcome` as a worker returns it to BullMQ. */
export type PackedOutcome =
  | (Omit<ComputeResult, 'output'> & { readonly output: Packed })
  | Extract<Outcome, { problem: object }>;

/** A worker returns this for a request: its outcome, or that it lies in the data of the job. */
export type Answer = PackedOutcome | { readonly inJob: true };

export function pack(object: DataObject): Packed {
  const entries = Object.entries(object);
  const octets = entries.flatMap(([name, value]) =>
    value instanceof Uint8Array ? [[name, base64(value)] as const] : [],
  );
  const fields = entries.filter(([, value]) => !(value instanceof Uint8Array));
  return defined({
    fields: Object.fromEntries(fields) as JsonObject,
    octets: octets.length > 0 ? Object.fromEntries(octets) : undefined,
  });
}

export function unpack({ fields, octets = {} }: Packed): DataObject {
  const bytes = Object.entries(octets).map(([name, text]) => [
    name,
    new Uint8Array(Buffer.from(text, 'base64')),
  ]);
  return { ...fields, ...Object.fromEntries(bytes) };
}

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');
