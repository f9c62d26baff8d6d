import { type DataObject, inputOf, type Query, type Workload } from '@cpu-bound/workload';
import type { Milliseconds } from '../model.ts';
import {
  type ComputeRecord,
  computing,
  IncomingAnswer,
  type KnownAnswer,
  knownAnswer,
  parseAnswer,
} from './known-answer.ts';
import { sparingOracle } from './oracle.ts';

/** The verification of one answer, by its status and by the oracle. */
export type Verification =
  | (ComputeRecord & {
      readonly outcome: 'ok';
      /** The answer differs from those before, and the oracle was too slow to check it. */
      readonly unchecked?: true;
    })
  | { readonly outcome: 'wrong'; readonly why: string }
  | { readonly outcome: 'refused' | 'failed' };

/** The check of one answer. It takes the pieces as they come, and then gives its verification. */
export type AnswerCheck = {
  add(chunk: Buffer): void;
  /** Ends the check. @param result the fields of an answer other than its octets, if it came as octets */
  end(status: number, result?: string): Verification;
};

/** Begins to check the next answer to one query. */
export type Verifier = () => AnswerCheck;

/** Longer bodies make no better error messages. */
const SHOWN = 200;

/**
 * Checks every answer to one query by more than its status. Its bytes are compared with those of an answer that the
 * oracle has accepted; an answer with other bytes goes to the oracle.
 *
 * @throws the error of the workload's `parse` for a query that it does not accept
 */
export function createVerifier(workload: Workload, query: Query, now?: () => Milliseconds): Verifier {
  const oracle = sparingOracle(
    workload,
    inputOf(workload, query),
    now ?? (() => performance.now()),
    now ?? cpuTime,
  );
  let known: KnownAnswer | undefined;

  function examine(body: Buffer, result: string | undefined): Verification {
    const [json, octets] = result === undefined ? [body] : [Buffer.from(result), body];
    const answer = parseAnswer(json.toString());
    if (!answer) return { outcome: 'wrong', why: `not the JSON of an answer: ${shown(body, result)}` };
    const { computeMs: _time, worker: _who, ...fields } = answer;
    const output: DataObject = octets ? { ...fields, octets } : fields;
    const accepted = oracle(output);
    if (accepted === false) return { outcome: 'wrong', why: `the oracle refuses it: ${shown(body, result)}` };
    if (accepted) known = knownAnswer(json, octets);
    return { outcome: 'ok', ...computing(answer), ...(accepted === undefined && { unchecked: true }) };
  }
  return () => {
    const began = known;
    const incoming = new IncomingAnswer(began);
    /** Recognises an answer by its bytes, even one that was under way when the first one was accepted. */
    function recognise(result: string | undefined) {
      const found = incoming.recognise(result);
      if (found || known === began) return found;
      const answer = new IncomingAnswer(known);
      answer.add(incoming.body());
      return answer.recognise(result);
    }
    return {
      add: (chunk) => incoming.add(chunk),
      end(status, result) {
        if (status === 503) return { outcome: 'refused' };
        if (status !== 200) return { outcome: 'failed' };
        const found = recognise(result);
        return found ? { outcome: 'ok', ...found } : examine(incoming.body(), result);
      },
    };
  };
}

/** Reads the CPU time of this thread. */
function cpuTime(): Milliseconds {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Verifies one complete answer. */
export function verifyOnce(
  workload: Workload,
  query: Query,
  {
    status,
    body,
    result,
  }: { readonly status: number; readonly body: Buffer; readonly result?: string | undefined },
): Verification {
  const check = createVerifier(workload, query)();
  check.add(body);
  return check.end(status, result);
}

const shown = (body: Buffer, result: string | undefined) =>
  result === undefined
    ? body.toString().slice(0, SHOWN)
    : `${result.slice(0, SHOWN)} and ${body.length} octets`;
