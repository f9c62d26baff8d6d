import {
  inputOf,
  isInvalidParameter,
  type Output,
  type Query,
  rotationOf,
  type Workload,
} from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import { messageOf } from '../model/errors.ts';
import { dataOf, type WorkloadData } from '../workload/data.ts';
import { type Oracle, oraclesElsewhere, sparingOracle } from './oracle.ts';
import type { WorkloadQuestion } from './spec.ts';

/** A query as it is sent, with the body that belongs to it. */
export type SentQuery = { readonly query: Query; readonly body?: Uint8Array };

/**
 * What the bench knows of a workload: its data, and answers to questions. A user's own code computes these answers in a
 * process of its own (`own-process.ts`): it may change globals, read a `.env`, start processes, or never end.
 */
export type KnownWorkload = WorkloadData & {
  /** Parses the queries that a load sends in place of this one. @returns the octets of each body */
  check(query: Query): Promise<readonly number[] | RefusedQuery>;
  /** Lists the queries that a load sends in place of this one, in turn. @throws as the workload's `parse` */
  sentFor(query: Query): Promise<readonly SentQuery[]>;
  /** Makes the check of the answers to a query that `sentFor` has listed. */
  oracleFor(query: Query): Oracle;
  compute(query: Query): Promise<Output>;
};

/** The reason why a workload's `parse` refuses a query, and the query if it is its body. */
export type RefusedQuery = { readonly why: string; readonly ofBody?: Query };

export const sentQueries = (workload: Workload, query: Query): SentQuery[] =>
  rotationOf(workload, query).map((sent) => defined({ query: sent, body: workload.bodyFor?.(sent) }));

/** Parses the queries that a load sends in place of this one. @returns the octets of each body */
export function checkQuery(workload: Workload, query: Query): number[] | RefusedQuery {
  const inTurn = rotationOf(workload, query);
  for (const checked of [...inTurn, query]) {
    const refused = refusal(workload, checked);
    if (refused) return refused;
  }
  return inTurn.map((sent) => workload.bodyFor?.(sent).byteLength ?? 0);
}

function refusal(workload: Workload, query: Query): RefusedQuery | undefined {
  try {
    inputOf(workload, query);
    return undefined;
  } catch (error) {
    const why = messageOf(error);
    return isInvalidParameter(error) && error.parameter === 'body' ? { why, ofBody: query } : { why };
  }
}

/** Makes a known workload of one whose code may run in this process: a built-in one. */
export const knownHere = (workload: Workload): KnownWorkload => ({
  ...dataOf(workload),
  check: async (query) => checkQuery(workload, query),
  sentFor: async (query) => sentQueries(workload, query),
  oracleFor: (query) => sparingOracle(workload, inputOf(workload, query)),
  // The clone is necessary: the function may change its input, or fill one object with each answer.
  compute: async (query) => structuredClone(await workload.run(inputOf(workload, query))),
});

/** Makes a known workload of one whose code runs in another process. @param put asks that process */
export const knownElsewhere = (
  data: WorkloadData,
  put: <T>(question: WorkloadQuestion) => Promise<T>,
): KnownWorkload => ({
  ...data,
  check: (query) => put({ do: 'check', query }),
  sentFor: (query) => put({ do: 'list', query }),
  oracleFor: oraclesElsewhere(data, put),
  compute: (query) => put({ do: 'compute', query }),
});

/** Asks an oracle about one answer. An oracle that is too slow for every answer checks the first one. */
export const isRight = async (known: KnownWorkload, query: Query, output: Output): Promise<boolean> =>
  (await known.oracleFor(query)(output)) !== false;
