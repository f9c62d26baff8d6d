import { dirname, isAbsolute, relative, resolve } from 'node:path';

/** A function that a module exports, and what it is called with. */
export type FunctionSpecifier = {
  readonly file: string;
  /** `default` of the default export; `pages.render` of a method of an exported object. */
  readonly name: string;
  /** Files with its argument, as a glob; relative to the folder of its module. */
  readonly body?: string;
  /** Its arguments, as a JSON array. */
  readonly args?: string;
};

const FUNCTION = /^(?<file>.+?)#(?<name>[\p{ID_Start}$_][\p{ID_Continue}$.]*)(?:\?(?<inputs>.*))?$/u;

/** `./src/render.ts#render?body=samples%2F*.json`; undefined for anything that names no function. */
export function functionIn(specifier: string): FunctionSpecifier | undefined {
  const { file = '', name = '', inputs } = FUNCTION.exec(specifier)?.groups ?? {};
  if (name === '') return undefined;
  const given = new URLSearchParams(inputs);
  const [body, args] = [given.get('body'), given.get('args')];
  return { file, name, ...(body !== null && { body }), ...(args !== null && { args }) };
}

const textOf = ({ file, name, body, args }: FunctionSpecifier): string => {
  const inputs = new URLSearchParams({
    ...(body !== undefined && { body }),
    ...(args !== undefined && { args }),
  });
  return inputs.size > 0 ? `${file}#${name}?${inputs}` : `${file}#${name}`;
};

/** A workload, and one of its kernels: `primes:sieve`, `./mine.ts:fast`. */
export type KernelSpecifier = { readonly workload: string; readonly kernel: string };

/** The form of a kernel's name: that of a contestant's variant. */
export const KERNEL_NAME = /^[a-z][a-z0-9-]*$/;

/** The specifier of a workload that computes by one of its kernels. */
export const kernelSpecifier = ({ workload, kernel }: KernelSpecifier): string => `${workload}:${kernel}`;

/** Undefined for a workload's own `run`. A drive letter names no workload, and inputs of a function no kernel. */
export function kernelIn(specifier: string): KernelSpecifier | undefined {
  if (functionIn(specifier)) return undefined;
  const [, workload, kernel = ''] = /^(..+):([^:]+)$/s.exec(specifier) ?? [];
  return workload !== undefined && KERNEL_NAME.test(kernel) ? { workload, kernel } : undefined;
}

/** The same specifier from any folder: its file is absolute then. */
export function absoluteSpecifier(specifier: string, from: string): string {
  const other = kernelIn(specifier);
  if (other) return kernelSpecifier({ ...other, workload: absoluteSpecifier(other.workload, from) });
  const asked = functionIn(specifier);
  return asked ? textOf({ ...asked, file: resolve(from, asked.file) }) : resolve(from, specifier);
}

/**
 * The specifier of a function with what it is called with. A module without a name stands for its default export.
 *
 * @param from the folder that `specifier` and `body` start at
 */
export function withInputs(
  specifier: string,
  { body, args }: Pick<FunctionSpecifier, 'body' | 'args'>,
  from: string,
): string {
  const { file, name } = functionIn(specifier) ?? { file: specifier, name: 'default' };
  const folder = dirname(resolve(from, file));
  return textOf({
    file: isAbsolute(file) ? file : resolve(from, file),
    name,
    ...(body !== undefined && { body: relative(folder, resolve(from, body)) }),
    ...(args !== undefined && { args }),
  });
}

/** The module that a specifier names, without the function or the kernel. */
export const fileOf = (specifier: string): string =>
  functionIn(specifier)?.file ?? kernelIn(specifier)?.workload ?? specifier;
