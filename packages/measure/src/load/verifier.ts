import { bodyTypeOf, inputOf, type Output, type Query, type Workload } from '@cpu-bound/workload';
import { threadCpuMs } from '../host/proc.ts';
import type { Milliseconds } from '../model.ts';
import { type KnownWorkload, type SentQuery, sentQueries } from '../own/known.ts';
import { type Oracle, sparingOracle } from '../own/oracle.ts';
import { outputIn } from '../workload/load-watched.ts';
import {
  type AnswerHead,
  type ComputeRecord,
  computing,
  IncomingAnswer,
  type KnownAnswer,
  knownAnswer,
  knownWhole,
  parseAnswer,
  recordIn,
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
  end(head: AnswerHead): Verification;
};

/** Begins to check the next answer to one query. */
export type Verifier = () => AnswerCheck;

/** The statuses of a service that refuses a request for its load (RFC 9110 15.6.4, RFC 6585 4). */
export const isRefusal = (status: number): boolean => status === 503 || status === 429;

/** Verifies an answer by its status alone: undefined for 200. */
export function endedWith(status: number): Verification | undefined {
  if (status === 200) return undefined;
  return isRefusal(status) ? { outcome: 'refused' } : { outcome: 'failed', why: `status ${status}` };
}

/** Longer bodies make no better error messages. */
const SHOWN = 200;

/** Checks every answer to one query of a workload whose code runs in this process. */
export const createVerifier = (workload: Workload, query: Query, now?: () => Milliseconds): Verifier =>
  verifierBy(
    sparingOracle(workload, inputOf(workload, query), now ?? (() => performance.now()), now ?? threadCpuMs),
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

  function examine(body: Buffer, head: AnswerHead): Verification {
    const { encoding = 'identity' } = head;
    if (encoding !== 'identity')
      return { outcome: 'wrong', why: `encoded by ${encoding}, which the request did not accept` };
    const read = readWhole(body, head) ?? readOlder(body, head);
    if (!read)
      return {
        outcome: 'wrong',
        why: `not an answer with Server-Timing, nor its JSON with computeMs and worker: ${shown(body, head)}`,
      };
    const { output, record, bytes } = read;
    const judged = (accepted: boolean | undefined): Verification => {
      if (accepted === false) return { outcome: 'wrong', why: `the oracle refuses it: ${shown(body, head)}` };
      if (accepted) known = bytes;
      return { outcome: 'ok', ...record, ...(accepted === undefined && { unchecked: true }) };
    };
    const judgement = oracle(output);
    if (!(judgement instanceof Promise)) return judged(judgement);
    const later = judgement.then(judged);
    judging = { bytes, later };
    return { outcome: 'ok', ...record, later };
  }
  /** Recognises an answer that is complete by the bytes of another one. */
  function equalTo(bytes: KnownAnswer | undefined, body: Buffer, head: AnswerHead) {
    const answer = new IncomingAnswer(bytes);
    answer.add(body);
    return answer.recognise(head);
  }
  return () => {
    const began = known;
    const incoming = new IncomingAnswer(began);
    return {
      add: (chunk) => incoming.add(chunk),
      end(head) {
        const unanswered = endedWith(head.status);
        if (unanswered) return unanswered;
        const recognised = incoming.recognise(head);
        if (recognised) return { outcome: 'ok', ...recognised };
        const body = incoming.body();
        // The first right answer may have been accepted, or given to the oracle, while this one was under way.
        const accepted = known === began ? undefined : equalTo(known, body, head);
        if (accepted) return { outcome: 'ok', ...accepted };
        const alike = judging && equalTo(judging.bytes, body, head);
        if (judging && alike) return { outcome: 'ok', ...alike, later: judging.later };
        return examine(body, head);
      },
    };
  };
}

/** An answer as it was read: the output, its compute record, and the bytes by which an equal one is recognised. */
type ReadAnswer = {
  readonly output: Output;
  readonly record: ComputeRecord;
  readonly bytes: KnownAnswer | undefined;
};

/** Reads an answer with `Server-Timing`. */
function readWhole(body: Buffer, head: AnswerHead): ReadAnswer | undefined {
  const record = recordIn(head);
  try {
    return record && { output: outputIn(body, head), record, bytes: knownWhole(body, head) };
  } catch {
    return undefined;
  }
}

/** Reads an answer with its compute record in fields of its own, as answers had before `Server-Timing`. */
function readOlder(body: Buffer, { result }: AnswerHead): ReadAnswer | undefined {
  const [json, octets] = result === undefined ? [body] : [Buffer.from(result), body];
  const answer = parseAnswer(json.toString());
  if (!answer) return undefined;
  const { computeMs: _time, worker: _who, ...fields } = answer;
  const output = octets ? { ...fields, octets } : fields;
  return { output, record: computing(answer), bytes: knownAnswer(json, octets) };
}

export type CompleteAnswer = AnswerHead & { readonly body: Buffer };

/** Reads the worker of a complete answer: `12/3` for thread 3 of process 12. */
export const workerOf = ({ body, ...head }: CompleteAnswer): string | undefined =>
  (readWhole(body, head) ?? readOlder(body, head))?.record.worker;

/** Verifies one complete answer by a verifier of its query. */
export function verifyBy(verifier: Verifier, { body, ...head }: CompleteAnswer): Verification {
  const check = verifier();
  check.add(body);
  return check.end(head);
}

const shown = (body: Buffer, { result }: AnswerHead) =>
  result === undefined
    ? body.toString().slice(0, SHOWN)
    : `${result.slice(0, SHOWN)} and ${body.length} octets`;

/** A request as a generator sends it. */
export type SentRequest = {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
};

/** A request that a load sends, and the check of each answer to it. */
export type Exchange = SentRequest & { readonly verifier: Verifier };

export const requestFor = (
  { name, bodyType }: Pick<Workload, 'name' | 'bodyType'>,
  { query, body }: SentQuery,
): SentRequest => ({
  method: body ? 'POST' : 'GET',
  path: `/${name}?${new URLSearchParams(query)}`,
  headers: body ? { 'content-type': bodyTypeOf({ bodyType }) } : {},
  body,
});

/** Lists the requests of a query, in turn; the workload's code runs in this process. @throws as `parse` */
export const exchangesOf = (workload: Workload, query: Query): Exchange[] =>
  sentQueries(workload, query).map((sent) => ({
    ...requestFor(workload, sent),
    verifier: createVerifier(workload, sent.query),
  }));

/** Lists the requests of a query in the same way; the workload's code may run in another process. */
export const exchangesBy = async (known: KnownWorkload, query: Query): Promise<Exchange[]> =>
  (await known.sentFor(query)).map((sent) => ({
    ...requestFor(known, sent),
    verifier: verifierBy(known.oracleFor(sent.query)),
  }));
