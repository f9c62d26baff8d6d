import { countPart } from './primes.ts';

/** Computes the task of `forks` that its argument names, prints the answer, and ends. */
const upTo = Number(process.argv[2]);
const began = performance.now();
const output = { upTo, ...countPart(upTo) };
process.stdout.write(JSON.stringify({ output, computeMs: performance.now() - began, pid: process.pid }));
