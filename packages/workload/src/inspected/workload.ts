import { appendFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import {
  type DataObject,
  inputOf,
  type Json,
  type Output,
  type Query,
  rotationOf,
  type Workload,
} from '../contract.ts';
import { type Alteration, firstAltered } from './altered.ts';
import { companyNow, filesNow, keptByCalls } from './traces.ts';
import { type Difference, depthOf, firstDifference } from './values.ts';

/** The query parameter that asks an inspected workload to look at its function; without it, it answers. */
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
  /** Each input of the load, as JSON of its query. */
  readonly queries?: readonly string[];
  readonly ms?: number;
  readonly error?: Thrown;
  readonly signature?: string;
  /** The answer as JSON, its levels, and the levels of the input. */
  readonly answer?: string;
  readonly depth?: number;
  /** The first value of the answer that a transfer changes. */
  readonly altered?: Alteration;
  /** How a second answer differs, and the error of a later call. */
  readonly differs?: Difference;
  readonly later?: Thrown;
  /** The further calls, the bytes that each left in memory, and what else stayed after all of them. */
  readonly calls?: number;
  readonly keptBytes?: number;
  readonly files?: readonly string[];
  readonly timers?: number;
  readonly threads?: number;
  readonly processes?: number;
};

/**
 * Makes a workload that tells what a function does where a contestant runs it. With `?x-look=1`, it calls the function a
 * few times and answers what it saw; without, it answers what the function does. A module that does not load is
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
  const queryIn = (text: unknown): Query => {
    const query = typeof text === 'string' ? (JSON.parse(text) as Query) : there().headline;
    return rotationOf(there(), query)[0] ?? query;
  };
  return {
    name: 'inspected',
    ...(inside?.answerType !== undefined && { answerType: inside.answerType }),
    headline: {},
    sizes: [],
    verify: () => true,
    parse: ({ [LOOK]: look, query, ms = '0', most = '1' }): DataObject =>
      look === undefined
        ? inputOf(there(), queryIn(query))
        : { [LOOK]: look, ms: Number(ms), most: Number(most) },
    async run(input): Promise<Output> {
      const { [LOOK]: look, ms, most } = input;
      if (look === undefined) return there().run(input);
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const place = { pid: process.pid, threadId, folder: process.cwd(), timeZone };
      const seen = inside && (await lookAt(inside, queryIn(undefined), Number(ms), Number(most)));
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
  const seen = { queries: inputsOf(workload), depth: depthOf(inputOf(workload, query)) };
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
  };
  if (found.ms > LONG_MS) return found;
  try {
    const differs = firstDifference(JSON.parse(answer), JSON.parse(textOf(await call())));
    if (ms === 0) return { ...found, differs };
    const { calls, bytes } = await keptByCalls(call, ms, most);
    return {
      ...found,
      differs,
      calls,
      keptBytes: bytes,
      files: filesNow().filter((file) => !files.includes(file)),
      timers: process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length,
    };
  } catch (error) {
    return { ...found, later: thrown(error) };
  }
}

const inputsOf = (workload: Workload): string[] => [
  ...new Set(
    [workload.headline, ...workload.sizes.map(({ query }) => query)]
      .flatMap((query) => rotationOf(workload, query))
      .map((query) => JSON.stringify(query)),
  ),
];

/** Writes an answer as a client reads it, with octets as text. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value, (_, inner) =>
      inner instanceof Uint8Array ? Buffer.from(inner).toString('latin1') : inner,
    );
  } catch (error) {
    return JSON.stringify({ 'is no JSON': thrown(error).message });
  }
}

function thrown(error: unknown): Thrown {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error), own: {} };
  const { stack: _stack, cause: _cause, name, message, ...own } = error as Error & DataObject;
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
