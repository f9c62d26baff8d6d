import type { ComputeResult } from '@cpu-bound/service/contract';
import type { DataObject } from '@cpu-bound/workload';

/** The content of a job: the input, and the channel for its outcome. */
export type JobData = { readonly input: DataObject; readonly channel: string };

/** The outcome of a job. Without `computed` and `failed`, the result is too large for a notification; the job has it. */
export type Reply = {
  readonly id: string;
  readonly computed?: ComputeResult;
  readonly failed?: string;
};

/** PostgreSQL refuses notifications of 8,000 bytes and more. */
const MAX_BYTES = 7_500;

export function encodeReply(reply: Reply): string {
  const text = JSON.stringify(reply);
  return Buffer.byteLength(text) <= MAX_BYTES ? text : JSON.stringify({ id: reply.id });
}
