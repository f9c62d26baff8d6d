import { bodyTypeOf, type Query, type Workload } from '@cpu-bound/workload';
import { type KnownWorkload, type SentQuery, sentQueries } from '../own/known.ts';
import { createVerifier, type Verifier, verifierBy } from './verifier.ts';

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
