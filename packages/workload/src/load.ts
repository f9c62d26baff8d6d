import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Workload } from './contract.ts';
import { primes } from './primes/workload.ts';

const builtIn: Readonly<Record<string, Workload>> = { primes: primes as unknown as Workload };

/** A workload that cannot be used; the message names the file and every reason. */
export class WorkloadError extends Error {
  override readonly name = 'WorkloadError';
}

/** Routes that every service has already. */
const reserved = new Set(['hello', 'healthz', 'readyz', 'metrics', 'jobs']);

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isQuery = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((entry) => typeof entry === 'string');
const isSize = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  isText(Reflect.get(value, 'label')) &&
  isQuery(Reflect.get(value, 'query'));

const fields: Readonly<Record<string, { holds: (value: unknown) => boolean; want: string }>> = {
  name: {
    holds: (value) => typeof value === 'string' && /^[a-z][a-z0-9-]*$/.test(value) && !reserved.has(value),
    want: `a route name of lower-case letters, digits and dashes, and none of ${[...reserved].join(', ')}`,
  },
  parse: { holds: (value) => typeof value === 'function', want: 'a function (query) => input' },
  run: { holds: (value) => typeof value === 'function', want: 'a function (input) => output' },
  verify: { holds: (value) => typeof value === 'function', want: 'a function (input, output) => boolean' },
  headline: { holds: isQuery, want: 'an object of strings, the query of the main tables' },
  sizes: {
    holds: (value) => Array.isArray(value) && value.length > 0 && value.every(isSize),
    want: 'a non-empty array of { label, query }, from small to large',
  },
};

/** What is missing or wrong in a would-be workload, one line a field; empty where it fits the contract. */
export function workloadProblems(candidate: unknown): string[] {
  if (typeof candidate !== 'object' || candidate === null) {
    return ['has no default export that is a workload object'];
  }
  const problems = Object.entries(fields)
    .filter(([field, { holds }]) => !holds(Reflect.get(candidate, field)))
    .map(([field, { want }]) => `${field}: must be ${want}`);
  return problems.length > 0 ? problems : queryProblems(candidate as Workload);
}

/** Its own queries must pass its own `parse`. */
function queryProblems(workload: Workload): string[] {
  const { headline, sizes } = workload;
  return [
    { label: 'headline', query: headline },
    ...sizes.map((size) => ({ ...size, label: `sizes.${size.label}` })),
  ]
    .map(({ label, query }) => {
      try {
        workload.parse(query);
        return undefined;
      } catch (error) {
        return `${label}: its own parse refuses it (${error instanceof Error ? error.message : String(error)})`;
      }
    })
    .filter((problem) => problem !== undefined);
}

/**
 * Loads a workload: the name of a built-in one, or the path of a module whose default export is a `Workload`.
 *
 * @param specifier `primes`, or a path relative to `from`
 * @param from the folder that relative paths start at
 * @throws WorkloadError naming the file and every field that is wrong
 */
export async function loadWorkload(specifier: string, from: string = process.cwd()): Promise<Workload> {
  const found = Object.hasOwn(builtIn, specifier) ? builtIn[specifier] : undefined;
  if (found) return found;
  const file = resolve(from, specifier);
  const module: { default?: unknown } = await import(pathToFileURL(file).href).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new WorkloadError(
      `workload ${specifier}: does not load (${reason}); accepted: ${Object.keys(builtIn).join(', ')}, or the path of a module with a workload as its default export`,
    );
  });
  const problems = workloadProblems(module.default);
  if (problems.length > 0) throw new WorkloadError(`workload ${specifier}: ${problems.join('; ')}`);
  return module.default as Workload;
}
