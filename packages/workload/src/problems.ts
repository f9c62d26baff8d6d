import { complete } from './complete.ts';
import { inputOf, type Scale, type Workload, type WorkloadModule } from './contract.ts';
import { NAME, reserved } from './own/specifier.ts';

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === 'string' && value !== '';
const isFunction: Test = (value) => typeof value === 'function';
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isQuery: Test = (value) =>
  isObject(value) && Object.values(value).every((entry) => typeof entry === 'string');
const isSize: Test = (value) => isObject(value) && isText(value.label) && isQuery(value.query);
const isKernels: Test = (value) =>
  isObject(value) &&
  Object.entries(value).every(([name, kernel]) => NAME.test(name) && typeof kernel === 'function');

function isScale(value: unknown): value is Scale {
  if (!isObject(value)) return false;
  const { parameter, from, to } = value;
  const areIntegers = Number.isSafeInteger(from) && Number.isSafeInteger(to);
  return isText(parameter) && areIntegers && Number(from) < Number(to);
}
const absentOr =
  (holds: Test): Test =>
  (value) =>
    value === undefined || holds(value);

/** The fields, each with its test and with what is accepted. */
const fields: Readonly<Record<string, readonly [holds: Test, want: string]>> = {
  name: [
    (value) => typeof value === 'string' && NAME.test(value) && !reserved.has(value),
    `a route name of lower-case letters, digits and dashes, and none of ${[...reserved].join(', ')}`,
  ],
  parse: [isFunction, 'a function (query) => input'],
  run: [isFunction, 'a function (input) => output'],
  bodyFor: [absentOr(isFunction), 'a function (query) => the octets of a body, or absent'],
  bodyType: [
    absentOr((value) => value === 'application/json' || value === 'application/octet-stream'),
    "'application/json' or 'application/octet-stream', or absent if a body is octets",
  ],
  rotation: [
    absentOr(isFunction),
    'a function (query) => the queries that a load cycles through in its place, or absent',
  ],
  kernels: [
    absentOr(isKernels),
    'an object of functions (input) => output, named by lower-case letters, digits and dashes, or absent',
  ],
  verify: [absentOr(isFunction), 'a function (input, output) => boolean, or absent'],
  headline: [absentOr(isQuery), 'an object of strings, the query of the main tables, or absent'],
  sizes: [
    absentOr((value) => Array.isArray(value) && value.length > 0 && value.every(isSize)),
    'a non-empty array of { label, query }, from small to large, or absent',
  ],
  scale: [absentOr(isScale), '{ parameter, from, to } with integers from < to, or absent'],
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
    .filter(([field, [holds]]) => !holds(Reflect.get(candidate, field)))
    .map(([field, [, want]]) => `${field}: must be ${want}`);
  if (problems.length > 0) return problems;
  const { headline, sizes, scale } = candidate as WorkloadModule;
  if (!headline && !sizes && !scale)
    return ['headline: is missing, and so are sizes and a scale, which could replace it'];
  return queryProblems(complete(candidate as WorkloadModule));
}

/** Checks that its own queries pass its own `parse`. */
function queryProblems(workload: Workload): string[] {
  const { headline, sizes } = workload;
  const ofSizes = sizes.map(({ label, query }) => ({ label: `sizes.${label}`, query }));
  return [{ label: 'headline', query: headline }, ...ofSizes].flatMap(({ label, query }) => {
    try {
      inputOf(workload, query);
      return [];
    } catch (error) {
      return [
        `${label}: its own parse refuses it (${error instanceof Error ? error.message : String(error)})`,
      ];
    }
  });
}
