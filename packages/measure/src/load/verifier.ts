import { inputOf, type Query, type Workload } from '@cpu-bound/workload';
import type { Milliseconds } from '../model.ts';
import { type Oracle, sparingOracle } from '../own/oracle.ts';
import {
  type ComputeRecord,
  computing,
  IncomingAnswer,
  type KnownAnswer,
  knownAnswer,
  parseAnswer,
} from './known-answer.ts';

/** The verification of one answer, by its status and by the oracle. */
export type Verification =
  | (ComputeRecord & {
      readonly outcome: 'ok';
      /** The answer differs from those before, and the oracle was too slow to check it. */
      readonly unchecked?: true;
      /** The verification when the oracle has judged the answer, which counts as right until then. */
      readonly later?: Promise<Verification>;
    })
  | { readonly outcome: 'wrong'; readonly why: string }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'failed' | 'timedOut'; readonly why: string };

/** The check of one answer. It takes the pieces as they come, and then gives its verification. */
export type AnswerCheck = {
  add(chunk: Buffer): void;
  /** Ends the check. @param result the fields of an answer other than its octets, if it came as octets */
  end(status: number, result?: string): Verification;
};

/** Begins to check the next answer to one query. */
export type Verifier = () => AnswerCheck;

/** Verifies an answer by its status alone: undefined for 200. */
export function endedWith(status: number): Verification | undefined {
  if (status === 200) return undefined;
  return status === 503 ? { outcome: 'refused' } : { outcome: 'failed', why: `status ${status}` };
}

/** Longer bodies make no better error messages. */
const SHOWN = 200;

/** Checks every answer to one query of a workload whose code runs in this process. */
export const createVerifier = (workload: Workload, query: Query, now?: () => Milliseconds): Verifier =>
  verifierBy(
    sparingOracle(workload, inputOf(workload, query), now ?? (() => performance.now()), now ?? cpuTime),
  );

/** The bytes of an answer that an oracle elsewhere is judging, if equal ones can be recognised. */
type UnderJudgement = { readonly bytes: KnownAnswer | undefined; readonly later: Promise<Verification> };

/**
 * Checks every answer to one query by more than its status. Its bytes are compared with those of an answer that the
 * oracle has accepted, or is judging; an answer with other bytes goes to the oracle.
 */
export function verifierBy(oracle: Oracle): Verifier {
  let known: KnownAnswer | undefined;
  let judging: UnderJudgement | undefined;

  function examine(body: Buffer, result: string | undefined): Verification {
    const [json, octets] = result === undefined ? [body] : [Buffer.from(result), body];
    const answer = parseAnswer(json.toString());
    if (!answer) return { outcome: 'wrong', why: `not the JSON of an answer: ${shown(body, result)}` };
    const { computeMs: _time, worker: _who, ...fields } = answer;
    const judged = (accepted: boolean | undefined): Verification => {
      if (accepted === false)
        return { outcome: 'wrong', why: `the oracle refuses it: ${shown(body, result)}` };
      if (accepted) known = knownAnswer(json, octets);
      return { outcome: 'ok', ...computing(answer), ...(accepted === undefined && { unchecked: true }) };
    };
    const judgement = oracle(octets ? { ...fields, octets } : fields);
    if (!(judgement instanceof Promise)) return judged(judgement);
    const later = judgement.then(judged);
    judging = { bytes: knownAnswer(json, octets), later };
    return { outcome: 'ok', ...computing(answer), later };
  }
  /** Recognises an answer that is complete by the bytes of another one. */
  function equalTo(bytes: KnownAnswer | undefined, body: Buffer, result: string | undefined) {
    const answer = new IncomingAnswer(bytes);
    answer.add(body);
    return answer.recognise(result);
  }
  return () => {
    const began = known;
    const incoming = new IncomingAnswer(began);
    return {
      add: (chunk) => incoming.add(chunk),
      end(status, result) {
        const unanswered = endedWith(status);
        if (unanswered) return unanswered;
        const found = incoming.recognise(result);
        if (found) return { outcome: 'ok', ...found };
        const body = incoming.body();
        // The first right answer may have been accepted, or given to the oracle, while this one was under way.
        const accepted = known === began ? undefined : equalTo(known, body, result);
        if (accepted) return { outcome: 'ok', ...accepted };
        const alike = judging && equalTo(judging.bytes, body, result);
        if (judging && alike) return { outcome: 'ok', ...alike, later: judging.later };
        return examine(body, result);
      },
    };
  };
}

/** Reads the CPU time of this thread. */
function cpuTime(): Milliseconds {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A complete answer of a service. */
export type CompleteAnswer = {
  readonly status: number;
  readonly body: Buffer;
  readonly result?: string | undefined;
};

/** Verifies one complete answer by a verifier of its query. */
export function verifyBy(verifier: Verifier, { status, body, result }: CompleteAnswer): Verification {
  const check = verifier();
  check.add(body);
  return check.end(status, result);
}

const shown = (body: Buffer, result: string | undefined) =>
  result === undefined
    ? body.toString().slice(0, SHOWN)
    : `${result.slice(0, SHOWN)} and ${body.length} octets`;
