import type { PrimeCount } from '../kernel.ts';
import { TRIAL_DIVISION } from './trial-division.wasm.ts';

type Exports = {
  countPrimes(upTo: number): number;
  primeBefore(upTo: number): number;
  primeAfter(after: number): number;
};

/** Declares the part of the interface that is used here: TypeScript declares it for browsers only. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(TRIAL_DIVISION, 'base64')));
const { countPrimes, primeBefore, primeAfter } = exports as Exports;

/** Counts the primes as `countPrimes` of kernel.ts does, in WebAssembly. */
export const wasmCount = (upTo: number): PrimeCount => ({
  count: countPrimes(upTo),
  largest: primeBefore(upTo),
});

/** Lists the primes as `listPrimes` of kernel.ts does; each candidate is divided in WebAssembly. */
export function wasmList(upTo: number): PrimeCount {
  const primes: number[] = [];
  for (let prime = primeAfter(1); prime <= upTo; prime = primeAfter(prime)) primes.push(prime);
  return { count: primes.length, largest: primes.at(-1) ?? 0, primes };
}
