import { complete } from './complete.ts';
import { inputOf, type Scale, type Workload, type WorkloadModule } from './contract.ts';
import { KERNEL_NAME } from './own/specifier.ts';
import { reserved } from './route.ts';

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

function isScale(value: unknown): value is Scale {
  if (typeof value !== 'object' || value === null) return false;
  const { parameter, from, to } = value as Partial<Scale>;
  return (
    isText(parameter) && Number.isSafeInteger(from) && Number.isSafeInteger(to) && Number(from) < Number(to)
  );
}
const isKernels = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(([name, kernel]) => KERNEL_NAME.test(name) && typeof kernel === 'function');
const absentOr = (holds: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || holds(value);

const fields: Readonly<Record<string, { holds: (value: unknown) => boolean; want: string }>> = {
  name: {
    holds: (value) => typeof value === 'string' && /^[a-z][a-z0-9-]*$/.test(value) && !reserved.has(value),
    want: `a route name of lower-case letters, digits and dashes, and none of ${[...reserved].join(', ')}`,
  },
  parse: { holds: (value) => typeof value === 'function', want: 'a function (query) => input' },
  run: { holds: (value) => typeof value === 'function', want: 'a function (input) => output' },
  bodyFor: {
    holds: absentOr((value) => typeof value === 'function'),
    want: 'a function (query) => the octets of a body, or absent',
  },
  bodyType: {
    holds: absentOr((value) => value === 'application/json' || value === 'application/octet-stream'),
    want: "'application/json' or 'application/octet-stream', or absent if a body is octets",
  },
  rotation: {
    holds: absentOr((value) => typeof value === 'function'),
    want: 'a function (query) => the queries that a load cycles through in its place, or absent',
  },
  kernels: {
    holds: absentOr(isKernels),
    want: 'an object of functions (input) => output, named by lower-case letters, digits and dashes, or absent',
  },
  verify: {
    holds: absentOr((value) => typeof value === 'function'),
    want: 'a function (input, output) => boolean, or absent',
  },
  headline: {
    holds: absentOr(isQuery),
    want: 'an object of strings, the query of the main tables, or absent',
  },
  sizes: {
    holds: absentOr((value) => Array.isArray(value) && value.length > 0 && value.every(isSize)),
    want: 'a non-empty array of { label, query }, from small to large, or absent',
  },
  scale: {
    holds: absentOr(isScale),
    want: '{ parameter, from, to } with integers from < to, or absent',
  },
};

/**
 * Finds the mistakes of a module that should be a workload, one line for each field; empty if it fits the contract.
 */
export function workloadProblems(candidate: unknown): string[] {
  if (typeof candidate !== 'object' || candidate === null) {
    return [
      'has no default export that is a workload object; a function by itself is measured as ./file.ts#name, with --body or --args',
    ];
  }
  const problems = Object.entries(fields)
    .filter(([field, { holds }]) => !holds(Reflect.get(candidate, field)))
    .map(([field, { want }]) => `${field}: must be ${want}`);
  if (problems.length > 0) return problems;
  const { headline, sizes, scale } = candidate as WorkloadModule;
  if (!headline && !sizes && !scale)
    return ['headline: is missing, and so are sizes and a scale, which could replace it'];
  return queryProblems(complete(candidate as WorkloadModule));
}

/** Checks that its own queries pass its own `parse`. */
function queryProblems(workload: Workload): string[] {
  const { headline, sizes } = workload;
  return [
    { label: 'headline', query: headline },
    ...sizes.map((size) => ({ ...size, label: `sizes.${size.label}` })),
  ]
    .map(({ label, query }) => {
      try {
        inputOf(workload, query);
        return undefined;
      } catch (error) {
        return `${label}: its own parse refuses it (${error instanceof Error ? error.message : String(error)})`;
      }
    })
    .filter((problem) => problem !== undefined);
}
