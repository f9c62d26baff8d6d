/** A JSON object that survives structured clone. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** The same, or octets in its own fields, as a body is or a picture: neither JSON nor text has room for those. */
export type DataObject = { readonly [key: string]: Json | Uint8Array };

/** The query of a request, each parameter given once. */
export type Query = Readonly<Record<string, string>>;

/** A labelled query of the task-size scenario. */
export type Size = { readonly label: string; readonly query: Query };

/** What the OpenAPI document says of a workload; JSON Schema throughout. */
export type WorkloadDescription = {
  readonly summary: string;
  readonly parameters: Readonly<
    Record<string, { description: string; required: boolean; schema: JsonObject }>
  >;
  readonly output: JsonObject;
};

/**
 * A piece of CPU-bound work, and how to know that its answer is right.
 *
 * `parse` throws `InvalidParameter` (or any error of that `name` with the same fields), which becomes a 400.
 * `verify` is the oracle: cheaper than `run`, or a table, and never the same code.
 */
export interface Workload<I extends DataObject = DataObject, O extends DataObject = DataObject> {
  /** Also its route: `GET /<name>`. Lower-case letters, digits and dashes. */
  readonly name: string;
  /** What kind of work it is, in a few words. */
  readonly summary?: string;
  /** @param body of a workload that takes one: its octets, none where there was no body */
  parse(query: Query, body?: Uint8Array): I;
  /**
   * The output's field `octets`, where it has one, is the body of the answer; the others are then in a header.
   *
   * It may be kept and returned again, but not changed: its octets are on their way to a client for a while.
   */
  run(input: I): O | Promise<O>;
  verify(input: I, output: O): boolean;
  /** Other ways to compute the same answers, by name: what faster code gives. Each is loaded as `<workload>:<name>`. */
  readonly kernels?: Readonly<Record<string, Workload<I, O>['run']>>;
  /** The query of the main tables. */
  readonly headline: Query;
  /** From small to large, for the scenarios that vary the size of a task. */
  readonly sizes: readonly Size[];
  /** How sizes are found where there are none. */
  readonly scale?: Scale;
  /** Of a workload that takes a body, by `POST` besides `GET`: one that fits this query, for the load generator. */
  bodyFor?(query: Query): Uint8Array;
  /** What that body is, for the header of the request. Absent, it is octets. */
  readonly bodyType?: 'application/json';
  /** The queries that a load of this one goes through in turn, since real inputs vary. Absent, it is that one alone. */
  rotation?(query: Query): readonly Query[];
  readonly describe?: WorkloadDescription;
}

/** The queries that a load sends in turn instead of this one. */
export const rotationOf = ({ rotation }: Pick<Workload, 'rotation'>, query: Query): readonly Query[] =>
  rotation?.(query) ?? [query];

/** The media type of a workload's bodies. */
export const bodyTypeOf = ({ bodyType }: Pick<Workload, 'bodyType'>): string =>
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

/** A query parameter that is missing or not acceptable. `accepted` completes "accepted: …". */
export class InvalidParameter extends Error {
  override readonly name = 'InvalidParameter';
  readonly parameter: string;
  readonly accepted: string;

  constructor(parameter: string, problem: string, accepted: string) {
    super(`${parameter} ${problem}; accepted: ${accepted}`);
    this.parameter = parameter;
    this.accepted = accepted;
  }
}

/**
 * Whether an error is an `InvalidParameter`, by its fields and not its class: a workload file from outside
 * this repository cannot import the class, but can throw `Object.assign(new Error(…), { name, parameter, accepted })`.
 */
export function isInvalidParameter(error: unknown): error is InvalidParameter {
  return (
    error instanceof Error &&
    error.name === 'InvalidParameter' &&
    typeof (error as Partial<InvalidParameter>).parameter === 'string' &&
    typeof (error as Partial<InvalidParameter>).accepted === 'string'
  );
}
