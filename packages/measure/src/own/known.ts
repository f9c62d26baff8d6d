import {
  inputOf,
  isBuiltIn,
  isInvalidParameter,
  loadWorkload,
  type Output,
  ownSources,
  type Query,
  rotationOf,
  type Workload,
} from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { AskParent } from '../host/task.ts';
import { messageOf } from '../model/errors.ts';
import { madeOnce } from '../model/made-once.ts';
import { dataOf, type WorkloadData } from '../workload/load-watched.ts';
import { type Oracle, oraclesElsewhere, sparingOracle, type WorkloadQuestion } from './oracle.ts';

/** A query as it is sent, with the body that belongs to it. */
export type SentQuery = { readonly query: Query; readonly body?: Uint8Array };

/**
 * The bench knows the data of a workload, and asks for answers elsewhere. None of a user's own code runs in this process
 * (`own-process.ts`): it may change globals, read a `.env`, start processes, or never end.
 */
export type KnownWorkload = WorkloadData & {
  /** Parses the queries that a load sends in place of this one. @returns the octets of each body */
  check(query: Query): Promise<readonly number[] | RefusedQuery>;
  /** Lists the queries that a load sends in place of this one, in turn. @throws as the workload's `parse` */
  sentFor(query: Query): Promise<readonly SentQuery[]>;
  /** Makes the check of the answers to a query that `sentFor` has listed. */
  oracleFor(query: Query): Oracle;
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
});

/** Makes a known workload of the requests of a function. @param put answers what a service gave for a query */
export const knownByAnswers = (
  requests: Workload,
  put: <T>(question: WorkloadQuestion) => Promise<T>,
): KnownWorkload => {
  const data = dataOf(requests, true);
  return { ...knownHere(requests), ...data, oracleFor: oraclesElsewhere(data, put) };
};

/** Answers a question that the data of a workload and its files can answer. */
export function answerBy(workload: Workload, question: WorkloadQuestion, isExpected = false): unknown {
  switch (question.do) {
    case 'describe':
      return dataOf(workload, isExpected);
    case 'check':
      return checkQuery(workload, question.query);
    case 'list':
      return sentQueries(workload, question.query);
    case 'digest':
      return ownSources(question.specifier, workload);
    default:
      throw new Error(`${question.do}: needs an oracle or an answer`);
  }
}

/** Makes a known workload of one whose code runs in another process. @param put asks that process */
export const knownElsewhere = (
  data: WorkloadData,
  put: <T>(question: WorkloadQuestion) => Promise<T>,
): KnownWorkload => ({
  ...data,
  check: (query) => put({ do: 'check', query }),
  sentFor: (query) => put({ do: 'list', query }),
  oracleFor: oraclesElsewhere(data, put),
});

/** Asks an oracle about one answer. An oracle that is too slow for every answer checks the first one. */
export const isRight = async (known: KnownWorkload, query: Query, output: Output): Promise<boolean> =>
  (await known.oracleFor(query)(output)) !== false;

const loaded = new Map<string, Promise<KnownWorkload>>();

/**
 * Gets to know a workload, in the process of a load generator. A user's own code does not run in it: the bench asks the
 * process of the workload. Requests are kept, so that their bodies come once.
 */
export function workloadFor(specifier: string, ask: AskParent): Promise<KnownWorkload> {
  const load = async () =>
    isBuiltIn(specifier) ? knownHere(await loadWorkload(specifier)) : askedFor(specifier, ask);
  return madeOnce(loaded, specifier, load);
}

async function askedFor(specifier: string, ask: AskParent): Promise<KnownWorkload> {
  const put = <T>(question: WorkloadQuestion) => ask({ specifier, question }) as Promise<T>;
  const known = knownElsewhere(await put<WorkloadData>({ do: 'describe' }), put);
  const sent = new Map<string, ReturnType<KnownWorkload['sentFor']>>();
  const sentFor: KnownWorkload['sentFor'] = (query) =>
    madeOnce(sent, JSON.stringify(query), () => known.sentFor(query));
  return { ...known, sentFor };
}
