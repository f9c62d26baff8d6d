export * from './served.ts';

import type { BodyType, DataObject, JsonObject, Output, Query, ServedWorkload } from './served.ts';

/** A labelled query of the task-size scenario. */
export type Size = { readonly label: string; readonly query: Query };

/** The part of the OpenAPI document about a workload; JSON Schema throughout. */
export type WorkloadDescription = {
  readonly summary: string;
  readonly parameters: Readonly<Record<string, ParameterDescription>>;
  /** The schema of an answer of JSON. */
  readonly output?: JsonObject;
};

/** A parameter that is a text or a number has a `schema`. One that is written as JSON has that of its value in `content`. */
export type ParameterDescription = { readonly description: string; readonly required: boolean } & (
  | { readonly schema: JsonObject }
  | { readonly content: { readonly 'application/json': { readonly schema: JsonObject } } }
);

/**
 * A piece of CPU-bound work, and the check that its answer is right.
 *
 * `verify` is the oracle: cheaper than `run`, or a table, and never the same code.
 */
export interface Workload<I extends DataObject = DataObject, O extends Output = Output>
  extends ServedWorkload<I, O> {
  /** The kind of work, in a few words. */
  readonly summary?: string;
  verify(input: I, output: O): boolean;
  /** The parameters of a function that a reader named, as they are written. */
  readonly signature?: string;
  /** True if answers to one input differ each time, so that `verify` compares their kind and size alone. */
  readonly answersDiffer?: true;
  /**
   * Other ways to compute the same answers, by name. They show how far faster code goes. Each is loaded as
   * `<workload>:<name>`.
   */
  readonly kernels?: Readonly<Record<string, Workload<I, O>['run']>>;
  /** The query of the main tables. */
  readonly headline: Query;
  readonly describe?: WorkloadDescription;
  /** Queries from small to large, for the scenarios that vary the size of a task. */
  readonly sizes: readonly Size[];
  /** The parameter by which sizes are found if `sizes` is empty. */
  readonly scale?: Scale;
  /** A body that fits this query, for the load generator; absent if the workload takes none. */
  bodyFor?(query: Query): Uint8Array;
  /** The queries that a load cycles through in place of this one, since real inputs vary; absent: it sends this one. */
  rotation?(query: Query): readonly Query[];
}

/** Lists the queries that a load cycles through in place of this one. */
export const rotationOf = ({ rotation }: Pick<Workload, 'rotation'>, query: Query): readonly Query[] =>
  rotation?.(query) ?? [query];

/** Returns the media type of a workload's bodies. */
export const bodyTypeOf = ({ bodyType }: Pick<Workload, 'bodyType'>): BodyType =>
  bodyType ?? 'application/octet-stream';

/** Parses a query, with the body that belongs to it if the workload takes one. */
export const inputOf = ({ parse, bodyFor }: Pick<Workload, 'parse' | 'bodyFor'>, query: Query): DataObject =>
  parse(query, bodyFor?.(query));

/**
 * An integer parameter that sets the size of a task; a larger value is more work. The bench finds the values that take
 * 1, 5 and 20 ms.
 */
export type Scale = { readonly parameter: string; readonly from: number; readonly to: number };

/**
 * The exports of a workload's module. Without a `verify`, an answer is right if it equals the first one to the same
 * input. Without `sizes`, its `scale` gives them. Without a `headline`, it is the size that takes about 5 ms.
 */
export type WorkloadModule<I extends DataObject = DataObject, O extends Output = Output> = Omit<
  Workload<I, O>,
  'verify' | 'headline' | 'sizes'
> &
  Partial<Pick<Workload<I, O>, 'verify' | 'headline' | 'sizes'>>;
