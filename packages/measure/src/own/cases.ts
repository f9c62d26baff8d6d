import { contentOf } from '@cpu-bound/service/answer';
import { defined } from '@cpu-bound/workload/defined';
import type { KnownWorkload } from './known.ts';

/** A request like the measured ones, with the answer of the function itself. */
export type Case = {
  /** The name of the sample; `arguments` for the arguments of a function. */
  readonly name: string;
  readonly body?: Uint8Array;
  readonly answer: string | Uint8Array;
  readonly type: string;
  /** The fields of the answer other than its octets, as JSON. */
  readonly fields?: string;
  /** True if the function gives another answer each time. */
  readonly differs?: true;
};

/** More cases, or larger ones, would tell a test no more. */
const MOST_CASES = 8;
const MOST_BYTES = 256 * 2 ** 10;

/** Computes cases of a workload, from the smallest sample to the largest; a large one only if there is no other. */
export async function casesOf(workload: KnownWorkload): Promise<Case[]> {
  const sent = (await workload.sentFor(workload.headline)).toSorted(
    (a, b) => sizeOf(a.body) - sizeOf(b.body),
  );
  const cases: Case[] = [];
  for (const { query, body } of sent.slice(0, MOST_CASES)) {
    const { body: answer, ...about } = contentOf(await workload.compute(query), workload.answerType);
    const isLarge = sizeOf(body) + sizeOf(answer) > MOST_BYTES;
    if (!isLarge || cases.length === 0)
      cases.push(
        defined({
          name: query.sample ?? 'arguments',
          body,
          answer,
          ...about,
          differs: workload.answersDiffer,
        }),
      );
  }
  return cases;
}

const sizeOf = (content: string | Uint8Array = ''): number => Buffer.byteLength(content);
