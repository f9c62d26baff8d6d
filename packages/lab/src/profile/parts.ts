import { pathToFileURL } from 'node:url';
import { fileOf } from '@cpu-bound/workload';
import type { CallFrame, SelfTime } from './self-times.ts';

export const WORKLOAD = 'the workload';
const NATIVE = 'native code and system calls';
const COLLECTOR = 'garbage collection';
const PSEUDO: Readonly<Record<string, string>> = {
  '(program)': NATIVE,
  '(garbage collector)': COLLECTOR,
};

/** A thread that has nothing to do. */
export const isIdle = ({ functionName }: CallFrame): boolean => functionName === '(idle)';

/**
 * What a function belongs to, in a reader's words: the workload, a library by its name, Node.js, a package of this
 * repository, or native code.
 *
 * @param workload `primes`, or the absolute path of a module
 */
export function partOf({ functionName, url }: CallFrame, workload: string): string {
  if (url === '') return PSEUDO[functionName] ?? NATIVE;
  if (url.startsWith('node:')) return 'Node.js';
  // The last one: pnpm keeps each library in a folder of its own below node_modules.
  const library = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (library !== undefined) return library;
  if (url.replace(/\?.*$/, '') === pathToFileURL(fileOf(workload)).href) return WORKLOAD;
  const own = /\/packages\/([^/]+)\/src\//.exec(url)?.[1];
  if (own === 'workload') return WORKLOAD;
  return own === undefined ? "the contestant's own code" : `packages/${own}`;
}

/** Where a function stands, short enough for a table: `bullmq/…/job.js:120`, `node:net:812`. */
export function placeOf({ url, lineNumber }: CallFrame): string {
  if (url === '') return '';
  const path = url.replace(/^file:\/\/.*\/node_modules\//, '').replace(/^file:\/\/.*\/packages\//, '');
  const [first = '', ...others] = path.replace(/^file:\/\//, '').split('/');
  const short = others.length > 2 ? [first, '…', others.at(-1)].join('/') : [first, ...others].join('/');
  return `${short}:${lineNumber + 1}`;
}

/** The self time of each part, the largest first; threads that wait are no part. */
export function timeOfParts(times: readonly SelfTime[], workload: string): Map<string, number> {
  const parts = new Map<string, number>();
  for (const { frame, microseconds } of times) {
    if (isIdle(frame)) continue;
    const part = partOf(frame, workload);
    parts.set(part, (parts.get(part) ?? 0) + microseconds);
  }
  return new Map([...parts].toSorted(([, a], [, b]) => b - a));
}
