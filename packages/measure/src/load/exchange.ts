import { bodyTypeOf, type Query, rotationOf, type Workload } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import { createVerifier, type Verifier } from './verifier.ts';

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

/**
 * Lists the requests of a query of a workload, in turn.
 *
 * @throws the error of the workload's `parse` for a query that it does not accept
 */
export const exchangesOf = (workload: Workload, query: Query): Exchange[] =>
  rotationOf(workload, query).map((one) => {
    const body = workload.bodyFor?.(one);
    return defined({
      method: body ? 'POST' : 'GET',
      path: `/${workload.name}?${new URLSearchParams(one)}`,
      headers: body ? { 'content-type': bodyTypeOf(workload) } : {},
      body,
      verifier: createVerifier(workload, one),
    });
  });
