import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';

/** The routes that every service already has. */
export const reserved: ReadonlySet<string> = new Set(['hello', 'healthz', 'readyz', 'metrics', 'jobs']);

/** Makes a route of the name of a file or a function: lower-case letters, digits and dashes, with a letter first. */
export function routeOf(name: string): string {
  const route =
    name
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^[^a-z]+|-+$/g, '') || 'mine';
  return reserved.has(route) ? `my-${route}` : route;
}

/** A function that a module exports, and its arguments. */
export type FunctionSpecifier = {
  readonly file: string;
  /** `default` names the default export, and `pages.render` a method of an exported object. */
  readonly name: string;
  /** A glob of the files with its argument; relative to the folder of its module. */
  readonly body?: string;
  /** Its arguments, as a JSON array, or `@` and a file that contains one; relative to the folder of its module. */
  readonly args?: string;
  /** The media type of its answers. */
  readonly type?: string;
  /** `differ` if its answers to one input differ each time. */
  readonly answers?: string;
};

const INPUTS = ['body', 'args', 'type', 'answers'] as const;

const FUNCTION = /^(?<file>.+?)#(?<name>[\p{ID_Start}$_][\p{ID_Continue}$.]*)(?:\?(?<inputs>.*))?$/u;

/** Parses `./src/render.ts#render?body=samples%2F*.json`; undefined for a specifier that names no function. */
export function functionIn(specifier: string): FunctionSpecifier | undefined {
  const { file = '', name = '', inputs } = FUNCTION.exec(specifier)?.groups ?? {};
  if (name === '') return undefined;
  const parameters = new URLSearchParams(inputs);
  const known = INPUTS.flatMap((input) => (parameters.has(input) ? [[input, parameters.get(input)]] : []));
  return { file, name, ...Object.fromEntries(known) };
}

const textOf = ({ file, name, ...parameters }: FunctionSpecifier): string => {
  const inputs = new URLSearchParams(parameters);
  return inputs.size > 0 ? `${file}#${name}?${inputs}` : `${file}#${name}`;
};

/** A workload, and one of its kernels: `primes:sieve`, `./mine.ts:fast`. */
export type KernelSpecifier = { readonly workload: string; readonly kernel: string };

/** The form of the names of kernels, contestants and their variants. */
export const NAME = /^[a-z][a-z0-9-]*$/;

/** Writes the specifier of a workload that computes by one of its kernels. */
export const kernelSpecifier = ({ workload, kernel }: KernelSpecifier): string => `${workload}:${kernel}`;

/**
 * Parses the specifier of a kernel; undefined for a workload's own `run`. A drive letter is no workload, and the inputs
 * of a function are no kernel.
 */
export function kernelIn(specifier: string): KernelSpecifier | undefined {
  if (functionIn(specifier)) return undefined;
  const [, workload, kernel = ''] = /^(..+):([^:]+)$/s.exec(specifier) ?? [];
  return workload !== undefined && NAME.test(kernel) ? { workload, kernel } : undefined;
}

/** Makes the file of a specifier absolute, so that it is valid in any folder. */
export function absoluteSpecifier(specifier: string, from: string): string {
  const byKernel = kernelIn(specifier);
  if (byKernel) return kernelSpecifier({ ...byKernel, workload: absoluteSpecifier(byKernel.workload, from) });
  const named = functionIn(specifier);
  return named ? textOf({ ...named, file: resolve(from, named.file) }) : resolve(from, specifier);
}

/**
 * Writes the specifier of a function with its arguments. Without a name, a module's default export is the function.
 *
 * @param from the folder that `specifier` and `body` start at
 */
export function withInputs(
  specifier: string,
  { body, args, ...about }: Omit<FunctionSpecifier, 'file' | 'name'>,
  from: string,
): string {
  const { file, name } = functionIn(specifier) ?? { file: specifier, name: 'default' };
  const folder = dirname(resolve(from, file));
  return textOf({
    file: isAbsolute(file) ? file : resolve(from, file),
    name,
    ...(body !== undefined && { body: relative(folder, resolve(from, body)) }),
    ...(args !== undefined && {
      args: isFile(args) ? `@${relative(folder, resolve(from, args.slice(1)))}` : args,
    }),
    ...about,
  });
}

/** Tells whether arguments are in a file: an array of JSON cannot begin so. */
const isFile = (args: string) => args.startsWith('@');

/**
 * Reads the arguments of a function as text.
 *
 * @param folder the folder that the path of a file is relative to
 * @throws if there is no such file
 */
export const argumentsIn = (args: string, folder: string): string =>
  isFile(args) ? readFileSync(resolve(folder, args.slice(1)), 'utf8') : args;

/** Finds the path of the module in a specifier, without the function or the kernel. */
export const fileOf = (specifier: string): string =>
  functionIn(specifier)?.file ?? kernelIn(specifier)?.workload ?? specifier;
