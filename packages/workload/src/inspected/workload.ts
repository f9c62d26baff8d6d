import { appendFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import {
  type DataObject,
  inputOf,
  type Json,
  type Output,
  type Query,
  type Workload,
  WorkloadError,
} from '../contract.ts';
import { reasonOf } from '../own/reason.ts';
import { type Alteration, firstAltered } from './altered.ts';
import { type Recalled, recallOf } from './recall.ts';
import { companyNow, filesNow, keptByCalls } from './traces.ts';
import { type Difference, depthOf, firstDifference } from './values.ts';

export type { Recalled } from './recall.ts';

/**
 * The query parameter that asks an inspected workload to look at its function: at its `calls`, or at what it remembers of
 * them (`recall`). Without it, it answers.
 */
export const LOOK = 'x-look';

/** A call that takes longer is not repeated. */
const LONG_MS = 1_000;

/** An error as a caller in the same thread reads it, with its own fields. */
export type Thrown = { readonly name: string; readonly message: string; readonly own: DataObject };

/** One loading of the module, by a process or a thread of a service. */
export type Loaded = { readonly pid: number; readonly threadId: number; readonly error?: Thrown };

/** A look tells what the function does where it was called. Most of it is absent if the module did not load there. */
export type Look = {
  readonly pid: number;
  readonly threadId: number;
  readonly folder: string;
  readonly timeZone: string;
  /** The variables that were read and are not set. */
  readonly missing: readonly string[];
  readonly ms?: number;
  readonly error?: Thrown;
  readonly signature?: string;
  /** The answer as JSON, its levels, and the levels of the input. */
  readonly answer?: string;
  readonly depth?: number;
  /** The first value of the input and of the answer that a transfer changes. */
  readonly alteredInput?: Alteration;
  readonly altered?: Alteration;
  /** Why the oracle of the workload finds no wrong answer, or refuses a right one. */
  readonly oracle?: string;
  /** How a second answer differs, and the error of a later call. */
  readonly differs?: Difference;
  readonly later?: Thrown;
  /** The further calls, the bytes that each left in memory, and what else stayed after all of them. */
  readonly calls?: number;
  readonly keptBytes?: number;
  readonly slowdowns?: readonly number[];
  readonly files?: readonly string[];
  readonly timers?: number;
  readonly threads?: number;
  readonly processes?: number;
};

/**
 * Makes a workload that tells what a function does where a contestant runs it. With `?x-look=calls`, it calls the function
 * a few times and answers what it saw; without, it answers what the function does. A module that does not load is
 * something seen, and does not end the service.
 *
 * @param load loads the workload itself
 * @param log a file that gets a line of JSON (`Loaded`) from each process and thread that loads it
 */
export async function inspected(load: () => Promise<Workload>, log: string): Promise<Workload> {
  const missing = watchEnvironment();
  const company = companyNow();
  const [inside, failure] = await load().then(
    (workload) => [workload, undefined] as const,
    (error: unknown) => [undefined, error] as const,
  );
  const error = inside ? undefined : thrown(failure);
  appendFileSync(log, `${JSON.stringify({ pid: process.pid, threadId, error } satisfies Loaded)}\n`);
  const there = (): Workload => {
    if (inside) return inside;
    throw failure;
  };
  const queryIn = (text: unknown): Query => JSON.parse(String(text));
  return {
    name: 'inspected',
    ...(inside?.answerType !== undefined && { answerType: inside.answerType }),
    headline: {},
    sizes: [],
    verify: () => true,
    parse: (query): DataObject =>
      query[LOOK] === undefined ? inputOf(there(), queryIn(query.query ?? '{}')) : { ...query },
    async run(input): Promise<Output> {
      const { [LOOK]: look, query, queries, ms = 0, most = 1 } = input;
      if (look === undefined) return there().run(input);
      if (look === 'recall')
        return (await recallOf(there(), JSON.parse(String(queries)))) satisfies Recalled as unknown as Json;
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const place = { pid: process.pid, threadId, folder: process.cwd(), timeZone };
      const seen = inside && (await lookAt(inside, queryIn(query), Number(ms), Number(most)));
      const { threads, children } = companyNow();
      const processes = children.filter((child) => !company.children.includes(child)).length;
      const beside = { threads: threads - company.threads, processes, missing: [...missing] };
      return { ...place, ...seen, ...beside } satisfies Look as unknown as Json;
    },
  };
}

/** Calls a function twice, and again for some time if that is short. */
async function lookAt(workload: Workload, query: Query, ms: number, most: number): Promise<Partial<Look>> {
  const call = async () => workload.run(inputOf(workload, query));
  const files = filesNow();
  const began = performance.now();
  const input = inputOf(workload, query);
  const seen = { depth: depthOf(input), alteredInput: firstAltered(input, 'any field') };
  let output: Output;
  try {
    output = await call();
  } catch (error) {
    return { ...seen, error: thrown(error), signature: workload.signature };
  }
  const answer = textOf(output);
  const found = {
    ...seen,
    ms: performance.now() - began,
    answer,
    depth: Math.max(seen.depth, depthOf(JSON.parse(answer))),
    altered: firstAltered(output, 'octets'),
    oracle: problemWithOracle(workload, query, output),
  };
  if (found.ms > LONG_MS) return found;
  try {
    const differs = firstDifference(JSON.parse(answer), JSON.parse(textOf(await call())));
    if (ms === 0) return { ...found, differs };
    const { bytes: keptBytes, ...calls } = await keptByCalls(call, ms, most);
    return {
      ...found,
      differs,
      ...calls,
      keptBytes,
      files: filesNow().filter((file) => !files.includes(file)),
      timers: process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length,
    };
  } catch (error) {
    return { ...found, later: thrown(error) };
  }
}

/** An oracle that throws refuses an answer; one that compares with the first knows that by now. */
function problemWithOracle(workload: Workload, query: Query, output: Output): string | undefined {
  const accepts = (answer: Output) => workload.verify(inputOf(workload, query), answer);
  try {
    if (!accepts(output)) return 'refuses its own answer';
  } catch (error) {
    return `throws ${reasonOf(error)} on its own answer`;
  }
  try {
    const isEmpty = typeof output !== 'object' || output === null || Object.keys(output).length === 0;
    return isEmpty || !accepts({})
      ? undefined
      : 'accepts an empty answer, too, so it would find no wrong one';
  } catch {
    return undefined;
  }
}

/** Writes an answer as a client reads it, with octets as text. */
function textOf(value: unknown): string {
  try {
    const latin1 = (_: string, inner: unknown) =>
      inner instanceof Uint8Array ? Buffer.from(inner).toString('latin1') : inner;
    return JSON.stringify(value, latin1) ?? '"nothing"';
  } catch (error) {
    return JSON.stringify({ 'is no JSON': thrown(error).message });
  }
}

/** Describes an error with its place; of a module that does not load, its own one. */
function thrown(error: unknown): Thrown {
  if (error instanceof WorkloadError && error.cause !== undefined) return thrown(error.cause);
  const message = reasonOf(error);
  if (!(error instanceof Error)) return { name: typeof error, message, own: {} };
  const { stack: _stack, cause: _cause, name, message: _message, ...own } = error as Error & DataObject;
  return { name, message, own: JSON.parse(textOf(own)) };
}

/** Records the names of the variables that are read and not set. */
function watchEnvironment(): ReadonlySet<string> {
  const missing = new Set<string>();
  process.env = new Proxy(process.env, {
    get(env, name) {
      const value = Reflect.get(env, name);
      if (typeof name === 'string' && value === undefined) missing.add(name);
      return value;
    },
    set: (env, name, value) => Reflect.set(env, name, value), // a receiver would have to be the environment itself
  });
  return missing;
}
