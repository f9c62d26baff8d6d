export * from './served.ts';

import type { BodyType, DataObject, Query, ServedWorkload } from './served.ts';

/** A labelled query of the task-size scenario. */
export type Size = { readonly label: string; readonly query: Query };

/**
 * A piece of CPU-bound work, and how to know that its answer is right.
 *
 * `verify` is the oracle: cheaper than `run`, or a table, and never the same code.
 */
export interface Workload<I extends DataObject = DataObject, O extends DataObject = DataObject>
  extends ServedWorkload<I, O> {
  /** The kind of work, in a few words. */
  readonly summary?: string;
  verify(input: I, output: O): boolean;
  /** Other ways to compute the same answers, by name: what faster code gives. Each is loaded as `<workload>:<name>`. */
  readonly kernels?: Readonly<Record<string, Workload<I, O>['run']>>;
  /** The query of the main tables. */
  readonly headline: Query;
  /** From small to large, for the scenarios that vary the size of a task. */
  readonly sizes: readonly Size[];
  /** How sizes are found where there are none. */
  readonly scale?: Scale;
  /** A body that fits this query, for the load generator; absent where the workload takes none. */
  bodyFor?(query: Query): Uint8Array;
  /** The queries that a load of this one goes through in turn, since real inputs vary. Absent, it is that one alone. */
  rotation?(query: Query): readonly Query[];
}

/** The queries that a load sends in turn instead of this one. */
export const rotationOf = ({ rotation }: Pick<Workload, 'rotation'>, query: Query): readonly Query[] =>
  rotation?.(query) ?? [query];

/** The media type of a workload's bodies. */
export const bodyTypeOf = ({ bodyType }: Pick<Workload, 'bodyType'>): BodyType =>
  bodyType ?? 'application/octet-stream';

/** The input of a query, with the body that belongs to it where the workload takes one. */
export const inputOf = ({ parse, bodyFor }: Pick<Workload, 'parse' | 'bodyFor'>, query: Query): DataObject =>
  parse(query, bodyFor?.(query));

/** One parameter says how large a task is, an integer, more being more work: the bench finds what takes 1, 5 and 20 ms. */
export type Scale = { readonly parameter: string; readonly from: number; readonly to: number };

/**
 * What a workload's module exports. Without a `verify`, an answer is right that is the same as the first one to the same
 * input; without `sizes`, they are calibrated by its `scale`; without a `headline`, it is the one that takes about 5 ms.
 */
export type WorkloadModule<I extends DataObject = DataObject, O extends DataObject = DataObject> = Omit<
  Workload<I, O>,
  'verify' | 'headline' | 'sizes'
> &
  Partial<Pick<Workload<I, O>, 'verify' | 'headline' | 'sizes'>>;
