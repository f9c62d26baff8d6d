import type { Answer } from '@cpu-bound/service/contract';
import { type DataObject, inputOf, type Query, type Workload } from '@cpu-bound/workload';

/** What one answer is worth, by its status and by the oracle. */
export type Verification =
  | { readonly outcome: 'ok'; readonly computeMs: number; readonly worker: string }
  | { readonly outcome: 'wrong'; readonly why: string }
  | { readonly outcome: 'refused' | 'failed' };

/**
 * Checks every answer to one query, not only its status.
 *
 * @param body as it came: text is UTF-8 in it
 * @param result the fields beside the octets of an answer, where it came as octets
 */
export type Verifier = (status: number, body: Buffer, result?: string) => Verification;

/** Long bodies make no better error messages. */
const SHOWN = 200;

/** @throws what the workload's `parse` throws for a query it does not accept */
export function createVerifier(workload: Workload, query: Query): Verifier {
  const input = inputOf(workload, query);
  return (status, body, result) => {
    if (status === 503) return { outcome: 'refused' };
    if (status !== 200) return { outcome: 'failed' };
    const answer = parseAnswer(result ?? body.toString());
    if (!answer) return { outcome: 'wrong', why: `not the JSON of an answer: ${shown(body, result)}` };
    const { computeMs, worker, ...fields } = answer;
    const output: DataObject = result === undefined ? fields : { ...fields, octets: body };
    if (!isAccepted(workload, input, output)) {
      return { outcome: 'wrong', why: `the oracle refuses it: ${shown(body, result)}` };
    }
    return { outcome: 'ok', computeMs, worker: `${worker.pid}/${worker.threadId}` };
  };
}

const shown = (body: Buffer, result: string | undefined) =>
  result === undefined
    ? body.toString().slice(0, SHOWN)
    : `${result.slice(0, SHOWN)} and ${body.length} octets`;

/** An answer that the oracle cannot even read is wrong. */
export function isAccepted(workload: Workload, input: DataObject, output: DataObject): boolean {
  try {
    return workload.verify(input, output);
  } catch {
    return false;
  }
}

function parseAnswer(body: string): Answer | undefined {
  try {
    const answer: Partial<Answer> | null = JSON.parse(body);
    const whole = typeof answer?.computeMs === 'number' && typeof answer.worker?.pid === 'number';
    return whole ? (answer as Answer) : undefined;
  } catch {
    return undefined;
  }
}
