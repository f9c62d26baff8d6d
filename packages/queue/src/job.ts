import type { ComputeResult, Outcome } from '@cpu-bound/service/contract';
import type { DataObject, Json, Output } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';

/** The largest body, in octets. Redis holds jobs in memory, and answers no other client while it moves a large one. */
export const MAX_JOB_BODY_BYTES = 2 ** 20;
/** The largest data or result of a job, as JSON, in which octets are a third larger. */
export const MAX_JSON_BYTES = 1.5 * 2 ** 20;
/** Redis keeps some thousand events and answered jobs, each with at most this much JSON. */
const MAX_EVENT_BYTES = 2 ** 14;

export const isLarge = (value: object): boolean => JSON.stringify(value).length > MAX_EVENT_BYTES;

/** A value as JSON. If it is an object, its fields of octets are apart, in base64. */
export type Packed = { readonly fields: Json; readonly octets?: Readonly<Record<string, string>> };

export type JobData = {
  readonly input: Packed;
  readonly traceparent?: string;
  /** The end of the client's wait, in milliseconds since the epoch. The job is not computed after it. */
  readonly expiresAt?: number;
  /** The outcome of a request, if it is large. */
  readonly outcome?: PackedOutcome;
};

/** An `Outcome` as a worker returns it to BullMQ. */
export type PackedOutcome = PackedResult | Extract<Outcome, { problem: object }>;

type PackedResult = Omit<ComputeResult, 'output'> & { readonly output: Packed };

/** The return value of a worker for a request: the outcome, or a mark that the job's data has it. */
export type Answer = PackedOutcome | { readonly inJob: true };

export function pack(value: Output): Packed {
  if (!isObject(value)) return { fields: value };
  const entries = Object.entries(value);
  const octets = entries.flatMap(([name, value]) =>
    value instanceof Uint8Array ? [[name, base64(value)] as const] : [],
  );
  const fields = entries.filter(([, value]) => !(value instanceof Uint8Array));
  return defined({
    fields: Object.fromEntries(fields) as Json,
    octets: octets.length > 0 ? Object.fromEntries(octets) : undefined,
  });
}

const isObject = (value: Output): value is DataObject =>
  Object.prototype.toString.call(value) === '[object Object]';

export function unpack({ fields, octets }: Packed): Output {
  if (!isObject(fields) || !octets) return fields;
  const bytes = Object.entries(octets).map(([name, text]) => [
    name,
    new Uint8Array(Buffer.from(text, 'base64')),
  ]);
  return { ...fields, ...Object.fromEntries(bytes) };
}

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');
