import { hash } from 'node:crypto';
import { basename } from 'node:path';
import type { Exchange } from '../exchange.ts';
import { IncomingAnswer } from '../known-answer.ts';
import type { Verification, Verifier } from '../verifier.ts';
import { type FileRequest, type RequestFile, readRequests } from './read.ts';

/** Requests from a file that a load sends in turn, in the order of the file. */
export type RequestSource = {
  readonly file: string;
  readonly sha256: string;
  /** The digest of the right answer to each request, in order; empty if only the status counts. */
  readonly answers: readonly string[];
};

/** The most octets of right answers in memory. Other answers are compared with these byte by byte, without a hash. */
const MOST_RETAINED = 256 * 2 ** 20;

let last: RequestFile | undefined;

/** Reads the requests of a file, with the checks of their answers. @throws if the file has changed */
export async function exchangesFrom({ file, sha256, answers }: RequestSource): Promise<Exchange[]> {
  if (last?.sha256 !== sha256) last = await readRequests(file);
  if (last.sha256 !== sha256) throw new Error(`${file}: was changed during the run`);
  const room = { octets: MOST_RETAINED };
  return last.requests.map((request, index) => ({
    ...request,
    verifier: lineVerifier(request, basename(file), answers[index], room),
  }));
}

export const digestOf = (body: Uint8Array): string => hash('sha256', body);

const OK: Verification = { outcome: 'ok', computeMs: 0, worker: '' };

/** Checks the status of an answer, and its body if the digest is known, with `room` for right answers. */
function lineVerifier(
  { line, status: expected }: FileRequest,
  file: string,
  answer: string | undefined,
  room: { octets: number },
): Verifier {
  let known: Buffer | undefined;
  const wrong = (why: string): Verification => ({ outcome: 'wrong', why: `${file} line ${line}: ${why}` });
  function withStatus(status: number): Verification {
    if (status === 503) return { outcome: 'refused' };
    return status >= 500
      ? { outcome: 'failed', why: `status ${status}` }
      : wrong(`status ${status}, expected ${expected}`);
  }
  function withBody(body: Buffer): Verification {
    if (digestOf(body) !== answer) return wrong(`another answer than before the run (${body.length} octets)`);
    if (!known && body.length <= room.octets) {
      known = body;
      room.octets -= body.length;
    }
    return OK;
  }
  return () => {
    const incoming = new IncomingAnswer(known && { output: known, octets: undefined });
    return {
      add(chunk) {
        if (answer !== undefined) incoming.add(chunk);
      },
      end({ status }) {
        if (status !== expected) return withStatus(status);
        return answer === undefined || incoming.isKnown() ? OK : withBody(incoming.body());
      },
    };
  };
}
