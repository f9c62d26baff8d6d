/** A JSON object that survives structured clone. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/**
 * A JSON object that may have octets in its own fields, such as a body or a picture, because JSON cannot contain them.
 */
export type DataObject = { readonly [key: string]: Json | Uint8Array };

/** The answer of a task: an object, or another value of JSON. */
export type Output = DataObject | Json;

/** The query of a request; it has each parameter once. */
export type Query = Readonly<Record<string, string>>;

/** The part of a workload that a thread, a process or an event loop needs to compute. */
export interface Work<I extends DataObject = DataObject, O extends Output = Output> {
  /** The name has lower-case letters, digits and dashes. */
  readonly name: string;
  /**
   * Computes the answer. If the output is an object with a field `octets`, that is the body of the answer, and the other
   * fields are in a header.
   *
   * The function may keep the octets and return them again, but not change them: they are on their way to a client for
   * a while.
   */
  run(input: I): O | Promise<O>;
}

/**
 * The part of a workload that a service needs. Its name is also its route: `GET /<name>`.
 *
 * `parse` throws `InvalidParameter` (or any error of that `name` with the same fields), which becomes a 400.
 */
export interface ServedWorkload<I extends DataObject = DataObject, O extends Output = Output>
  extends Work<I, O> {
  /** Parses a request. @param body its octets, if the workload accepts a body; empty if it has none */
  parse(query: Query, body?: Uint8Array): I;
  /** The media type of the bodies that it accepts, by `POST` besides `GET`; absent if it accepts none. */
  readonly bodyType?: BodyType;
  /** True if there is no input without a body, so that `GET` is refused. */
  readonly needsBody?: boolean;
  /** The media type of its answers. Without one, each value has its own: JSON, text, HTML, or that of known octets. */
  readonly answerType?: string;
}

export type BodyType = 'application/json' | 'application/octet-stream';

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
 * Recognises an `InvalidParameter` by its fields. A module from outside cannot import the class, but can throw
 * `Object.assign(new Error(…), { name, parameter, accepted })`.
 */
export function isInvalidParameter(error: unknown): error is InvalidParameter {
  return (
    error instanceof Error &&
    error.name === 'InvalidParameter' &&
    typeof (error as Partial<InvalidParameter>).parameter === 'string' &&
    typeof (error as Partial<InvalidParameter>).accepted === 'string'
  );
}

/** A workload that cannot be used; the message names the file and every reason. */
export class WorkloadError extends Error {
  override readonly name = 'WorkloadError';
}
