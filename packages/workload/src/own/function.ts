import { globSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { complete, likeFirst } from '../complete.ts';
import {
  type DataObject,
  InvalidParameter,
  type Json,
  type Query,
  type Workload,
  type WorkloadModule,
} from '../contract.ts';
import { answerOf, bufferOf, jsonIn } from './call.ts';
import { argumentsIn, type FunctionSpecifier, routeOf } from './specifier.ts';

/** The files with a function's arguments, from small to large. */
export type Samples = {
  /** Their names, each a different one. */
  readonly names: readonly string[];
  readonly kind: 'JSON' | 'octets';
  /** Reads the octets anew for each call, since a function may change them. Services read none of them. */
  octetsOf(name: string): Uint8Array;
  /** The label of a sample: its name with its size. */
  labelOf(name: string): string;
};

/** The largest number of samples: each is a target of an open loop, and is checked by itself. */
const MAX_SAMPLES = 64;

/**
 * Finds the files of a glob, or the one file whose name is the pattern itself: `report [final].json`. Files that end in
 * `.json` are JSON, others are octets.
 *
 * @returns a text if there are none, or if they are of two kinds
 */
export function findSamples(pattern: string, folder: string): Samples | string {
  const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  const named = isThere(resolve(folder, pattern)) ? [pattern] : globSync(pattern, { cwd: folder });
  const entries = named
    .map((file) => resolve(folder, file))
    .map((path) => ({ path, stat: statSync(path, { throwIfNoEntry: false }) }));
  const broken = entries.find(({ stat }) => stat === undefined);
  if (broken) return `--body ${pattern}: ${broken.path} is a link to a file that is not there`;
  const files = entries
    .flatMap(({ path, stat }) => (stat?.isFile() ? [{ path, stat }] : []))
    .map(({ path, stat }) => ({ path, bytes: stat.size }))
    .sort((a, b) => a.bytes - b.bytes || (a.path < b.path ? -1 : 1));
  if (files.length === 0) {
    // The pattern is relative to the folder of the module, but the user wrote another.
    const typed = relative(process.cwd(), resolve(folder, pattern));
    return `--body ${typed}: no file is called so, seen from ${process.cwd()}`;
  }
  if (files.length > MAX_SAMPLES)
    return `--body ${pattern}: ${files.length} files; accepted: up to ${MAX_SAMPLES}`;
  const kinds = new Set(files.map(({ path }) => (extname(path) === '.json' ? 'JSON' : 'octets')));
  const [kind = 'octets'] = kinds;
  if (kinds.size > 1) return `--body ${pattern}: accepted: files that all end in .json, or none of them`;
  const areUnique = new Set(files.map(({ path }) => basename(path))).size === files.length;
  const byName = new Map(
    files.map((file, at) => [areUnique ? basename(file.path) : `${at}-${basename(file.path)}`, file]),
  );
  const read = new Map<string, Uint8Array>();
  return {
    names: [...byName.keys()],
    kind,
    octetsOf(name) {
      const path = byName.get(name)?.path;
      if (path === undefined)
        throw new Error(`${name} is no sample; accepted: ${[...byName.keys()].join(', ')}`);
      const octets = read.get(name) ?? new Uint8Array(readFileSync(path));
      read.set(name, octets);
      return octets.slice();
    },
    labelOf: (name) => `${name}, ${sizeOf(byName.get(name)?.bytes ?? 0)}`,
  };
}

function sizeOf(bytes: number): string {
  if (bytes < 2 ** 10) return `${bytes} B`;
  if (bytes < 2 ** 20) return `${Math.round(bytes / 2 ** 10)} KiB`;
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

type AnyFunction = (...args: unknown[]) => unknown;

/** The parameters of a function, from its text: `(req, res)`. */
const signatureOf = (text: string): string =>
  /^(?:async\s*)?(?:function\b[^(]*|[\w$]+\s*(?=\())?(\([^)]*\)|[\w$]+)/.exec(text)?.[1] ?? '';

/**
 * Makes a workload of a function as it is. Its input comes as arguments, or as the body of a request, JSON or octets.
 * Its return value is the answer.
 *
 * @returns a text that names a missing or ambiguous input
 */
export function workloadOfFunction(
  module: object,
  named: FunctionSpecifier,
  file: string,
): Workload | string {
  const found = functionNamed(module, named.name);
  if (found === undefined) return `is no function that it exports; accepted: ${namesIn(module)}`;
  const workload = requestsOfFunction(named, file, found.call);
  return typeof workload === 'string'
    ? workload
    : { ...workload, signature: signatureOf(String(found.written)) };
}

/**
 * Makes the requests of a function, from its input alone.
 *
 * @param call the function; without it, nothing can be computed, and none of its module's code runs
 * @returns a text that names a missing or ambiguous input
 */
export function requestsOfFunction(
  { name, body, args, type, answers }: FunctionSpecifier,
  file: string,
  call: AnyFunction = notLoaded,
): Workload | string {
  const called = {
    name: routeOf(name === 'default' ? basename(file, extname(file)) : name),
    summary: `${name === 'default' ? 'the default export' : name} of ${basename(file)}`,
    ...(type !== undefined && { answerType: type }),
    ...(answers === 'differ' && { answersDiffer: true as const, verify: likeFirst() }),
  };
  if (type !== undefined && !MEDIA_TYPE.test(type))
    return `--type ${type}: accepted: a media type, such as text/html`;
  if (args !== undefined) {
    const text = textOfArguments(args, dirname(file));
    return text !== undefined && isList(text)
      ? withArguments(call, text, called)
      : `--args ${args}: accepted: a JSON array, such as '[1000, "text"]', or a file with one: @args.json`;
  }
  if (body === undefined)
    return `names no arguments; accepted: --body sample.json (or 'samples/*.json', or octets), or --args '[…]'`;
  const samples = findSamples(body, dirname(file));
  return typeof samples === 'string' ? samples : withBody(call, samples, called);
}

function notLoaded(): never {
  throw new Error('its module was not loaded');
}

type Called = Pick<Workload, 'name' | 'answerType' | 'answersDiffer'> &
  Pick<WorkloadModule, 'verify'> & { readonly summary: string };

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.-]+)*$/;

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/**
 * Finds an export by name, `render` or `pages.render`. Its `this` is the object that it is a method of, as for any
 * caller. CommonJS calls its functions as methods of `module.exports`.
 */
function functionNamed(
  module: object,
  name: string,
): { readonly call: AnyFunction; readonly written: AnyFunction } | undefined {
  const exported: unknown = Reflect.get(module, 'default');
  const [holder, fn] = functionIn(module, name) ?? functionIn(exported, name) ?? [];
  if (fn === undefined) return undefined;
  const isInDefault = isObject(exported) && Reflect.get(exported, name) === fn;
  const self = isInDefault ? exported : undefined;
  return { written: fn, call: (...args) => fn.apply(holder === module ? self : holder, args) };
}

/** Finds a function by its path in an object, and the object that it is a property of. */
function functionIn(from: unknown, path: string): readonly [holder: unknown, fn: AnyFunction] | undefined {
  let holder: unknown;
  let value = from;
  for (const part of path.split('.'))
    [holder, value] = [value, isObject(value) ? Reflect.get(value, part) : undefined];
  return typeof value === 'function' ? [holder, value as AnyFunction] : undefined;
}

/** Lists the names of the exported functions, and of the methods of exported objects, also those of their class. */
function namesIn(module: object): string {
  const exported: unknown = Reflect.get(module, 'default');
  const names = Object.entries({ ...(isObject(exported) ? exported : {}), ...module }).flatMap(
    ([name, value]) => {
      if (typeof value === 'function') return isClass(value) ? [] : [name];
      if (name === 'default' || !isObject(value)) return [];
      return methodsOf(value).map((method) => `${name}.${method}`);
    },
  );
  return [...new Set(names)].join(', ') || 'none, it exports no function';
}

const isClass = (value: object): boolean => /^class\b/.test(Function.prototype.toString.call(value));

const methodsOf = (holder: object): string[] =>
  holder === Object.prototype
    ? []
    : [
        ...Object.entries(Object.getOwnPropertyDescriptors(holder)).flatMap(([name, { value }]) =>
          name !== 'constructor' && typeof value === 'function' ? [name] : [],
        ),
        ...methodsOf(Object.getPrototypeOf(holder) ?? Object.prototype),
      ];

function textOfArguments(args: string, folder: string): string | undefined {
  try {
    return argumentsIn(args, folder);
  } catch {
    return undefined;
  }
}

function isList(args: string): boolean {
  try {
    return Array.isArray(JSON.parse(args));
  } catch {
    return false;
  }
}

const withArguments = (fn: AnyFunction, args: string, called: Called): Workload =>
  complete({
    ...called,
    // The function may change its arguments. They are parsed for each call, as a body is: V8 loops more slowly over the
    // arrays of a clone.
    parse: () => ({ args: JSON.parse(args) as Json[] }),
    run: (input) => answerOf(fn(...(input.args as readonly Json[])), called.summary),
    headline: {},
  });

/** The sample that stands for a cycle through all of them. */
export const ALL_SAMPLES = 'all';

function withBody(fn: AnyFunction, samples: Samples, called: Called): Workload {
  const { names, kind, octetsOf } = samples;
  const middle = names[Math.floor((names.length - 1) / 2)] ?? '';
  const queries = names.map((name): Query => ({ sample: name }));
  const [only] = queries;
  const isOne = queries.length === 1;
  return complete({
    ...called,
    parse(_query, body): DataObject {
      if (body === undefined) throw new InvalidParameter('body', 'is missing', `${kind} by POST`);
      return kind === 'octets' ? { octets: body } : { value: jsonIn(body) };
    },
    run: ({ value, octets }) =>
      answerOf(fn(octets instanceof Uint8Array ? bufferOf(octets) : value), called.summary),
    bodyFor: ({ sample }) => octetsOf(sample === undefined || sample === ALL_SAMPLES ? middle : sample),
    ...(kind === 'JSON' && { bodyType: 'application/json' }),
    needsBody: true,
    ...(!isOne && {
      rotation: ({ sample }) => (sample === ALL_SAMPLES ? queries : [{ sample: sample ?? middle }]),
    }),
    headline: isOne && only ? only : { sample: ALL_SAMPLES },
    sizes: spread(queries).map((query) => ({ label: samples.labelOf(query.sample ?? ''), query })),
  });
}

/** A run has time to measure this many sizes, the smallest and the largest among them. */
const MAX_SIZES = 5;

function spread<T>(items: readonly T[]): T[] {
  if (items.length <= MAX_SIZES) return [...items];
  return Array.from(
    { length: MAX_SIZES },
    (_, at) => items[Math.round((at * (items.length - 1)) / (MAX_SIZES - 1))] as T,
  );
}
