import { InvalidParameter, type Query, type Workload } from '../contract.ts';
import { integer, onlyKnown } from '../parameters.ts';
import { countPrimes, listPrimes, type PrimeCount } from './kernel.ts';
import { sieveCount, sieveList } from './sieve.ts';
import { wasmCount, wasmList } from './wasm/kernel.ts';

const known = new Map<number, PrimeCount>();

/** Lists the primes ≤ `upTo` by the sieve of Eratosthenes, which is no code of the kernel, and some 50 times cheaper. */
function sieve(upTo: number): number[] {
  const composite = new Uint8Array(upTo + 1);
  const primes: number[] = [];
  for (let n = 2; n <= upTo; n++) {
    if (composite[n]) continue;
    primes.push(n);
    for (let multiple = n * n; multiple <= upTo; multiple += n) composite[multiple] = 1;
  }
  return primes;
}

/** Computes the right answer for `upTo`. A process computes each once, and keeps only the few inputs of a run. */
export function expectedPrimes(upTo: number): PrimeCount {
  const hit = known.get(upTo);
  if (hit) return hit;
  const primes = sieve(upTo);
  const expected = { count: primes.length, largest: primes.at(-1) ?? 0, primes };
  if (known.size >= 16) known.clear();
  known.set(upTo, expected);
  return expected;
}

type PrimeInput = { readonly upTo: number; readonly list: boolean };
type PrimeOutput = {
  readonly upTo: number;
  readonly count: number;
  readonly largest: number;
  readonly primes?: readonly number[];
};

/**
 * This bound takes about a second on a core of the 2020s: long enough to study, short enough for the default deadline.
 */
const MAX_UP_TO = 10_000_000;

function parse(query: Query): PrimeInput {
  onlyKnown('primes', query, ['upTo', 'list']);
  const upTo = integer(query, 'upTo', 1, MAX_UP_TO);
  const { list = 'false' } = query;
  if (list !== 'true' && list !== 'false') {
    throw new InvalidParameter('list', 'is not a boolean', 'true or false');
  }
  return { upTo, list: list === 'true' };
}

function verify({ upTo, list }: PrimeInput, output: PrimeOutput): boolean {
  const expected = expectedPrimes(upTo);
  if (output.upTo !== upTo || output.count !== expected.count || output.largest !== expected.largest)
    return false;
  if (!list) return output.primes === undefined;
  return (
    output.primes?.length === expected.count &&
    output.primes.every((prime, index) => prime === expected.primes?.[index])
  );
}

/** The built-in workload: `GET /primes?upTo=N[&list=true]` counts (and lists) the primes ≤ N. */
const primes: Workload<PrimeInput, PrimeOutput> = {
  name: 'primes',
  summary: 'trial division: arithmetic without allocation',
  parse,
  run: ({ upTo, list }) => ({ upTo, ...(list ? listPrimes(upTo) : countPrimes(upTo)) }),
  kernels: {
    /** The same algorithm, compiled to WebAssembly. */
    wasm: ({ upTo, list }) => ({ upTo, ...(list ? wasmList(upTo) : wasmCount(upTo)) }),
    /** A better algorithm. */
    sieve: ({ upTo, list }) => ({ upTo, ...(list ? sieveList(upTo) : sieveCount(upTo)) }),
  },
  verify,
  headline: { upTo: '200000' },
  sizes: [
    { label: 'tiny', query: { upTo: '10000' } },
    { label: 'small', query: { upTo: '50000' } },
    { label: 'medium', query: { upTo: '100000' } },
    { label: 'headline', query: { upTo: '200000' } },
    { label: 'large', query: { upTo: '500000' } },
    { label: 'huge', query: { upTo: '4000000' } },
  ],
  describe: {
    summary: 'Counts the primes up to a bound by trial division.',
    parameters: {
      upTo: {
        description: 'The bound, inclusive.',
        required: true,
        schema: { type: 'integer', minimum: 1, maximum: MAX_UP_TO },
      },
      list: {
        description: 'True: the answer has the primes themselves.',
        required: false,
        schema: { type: 'boolean', default: false },
      },
    },
    output: {
      type: 'object',
      required: ['upTo', 'count', 'largest'],
      properties: {
        upTo: { type: 'integer' },
        count: { type: 'integer', description: 'The number of primes.' },
        largest: { type: 'integer', description: 'The largest of them; 0 if there is none.' },
        primes: { type: 'array', items: { type: 'integer' } },
      },
    },
  },
};

/** The export is a default one, so that another checkout can load this file by its path. */
export default primes;
