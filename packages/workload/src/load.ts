import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { builtInWorkloads } from './built-in.ts';
import { complete } from './complete.ts';
import { type Workload, WorkloadError, type WorkloadModule } from './contract.ts';
import { workloadOfFunction } from './own/function.ts';
import { importOwn } from './own/import.ts';
import { reasonOf } from './own/reason.ts';
import { functionIn, kernelIn } from './own/specifier.ts';
import { workloadProblems } from './problems.ts';

const NAMES = builtInWorkloads.map(({ name }) => name).join(', ');

/** The workload that fails on demand is loaded only when it is named: a production image does not contain it. */
const POISONED = 'poisoned:';

/** Writes the specifier of a workload that fails on demand. It needs `POISON_LOG` in its environment. */
export const poisonedSpecifier = (specifier: string): string => `${POISONED}${specifier}`;

/**
 * Loads a workload. Its specifier is the name of a built-in one, or the path of a module whose default export is a
 * `Workload`. It may also name a function in a module, with its arguments (`./src/render.ts#render?body=sample.json`).
 * Each may compute by one of its kernels (`primes:sieve`).
 *
 * @param specifier relative to `from` if it is a path; `poisonedSpecifier` may have made it
 * @param from the folder that relative paths start at
 * @throws WorkloadError naming the file and every field that is wrong
 */
export async function loadWorkload(
  specifier: string = 'primes',
  from: string = process.cwd(),
): Promise<Workload> {
  if (specifier.startsWith(POISONED)) {
    const { POISON_LOG } = process.env;
    if (!POISON_LOG)
      throw new WorkloadError(`workload ${specifier}: POISON_LOG is not set; accepted: a file to write to`);
    const { poisoned } = await import('./poisoned/workload.ts').catch(() => {
      throw new WorkloadError(`workload ${specifier}: this image has no faults in it; accepted: ${NAMES}`);
    });
    return poisoned(await loadWorkload(specifier.slice(POISONED.length), from), POISON_LOG);
  }
  const other = kernelIn(specifier);
  if (other) return byKernel(await loadWorkload(other.workload, from), other.kernel);
  const known = builtInWorkloads.find(({ name }) => name === specifier);
  if (known) return known;
  const named = functionIn(specifier);
  const file = resolve(from, named?.file ?? specifier);
  const module: { default?: unknown } = await importOwn(file).catch((error: unknown) => {
    if (named && !existsSync(file))
      throw new WorkloadError(`workload ${named.file}#${named.name}: no such file, seen from ${from}`);
    const accepted = `; accepted: ${NAMES}, or the path of a module with a workload as its default export`;
    throw new WorkloadError(
      `workload ${specifier}: does not load (${reasonOf(error, from)})${existsSync(file) ? '' : accepted}`,
      { cause: error },
    );
  });
  hideAdditions();
  if (named) {
    const workload = workloadOfFunction(module, named, file);
    if (typeof workload !== 'string') return workload;
    throw new WorkloadError(`workload ${named.file}#${named.name}: ${workload}`);
  }
  const exported = defaultOf(module);
  const problems = workloadProblems(exported);
  if (problems.length > 0) throw new WorkloadError(`workload ${specifier}: ${problems.join('; ')}`);
  const { verify, headline, sizes, bodyType, bodyFor } = exported as WorkloadModule;
  const isComplete = verify && headline && sizes && (bodyType || !bodyFor);
  return isComplete ? (exported as Workload) : complete(exported as WorkloadModule);
}

/** Makes a workload that computes by one of its kernels, and has no others. */
function byKernel({ kernels = {}, ...workload }: Workload, kernel: string): Workload {
  const run = Object.hasOwn(kernels, kernel) ? kernels[kernel] : undefined;
  if (run) return { ...workload, run };
  const accepted = Object.keys(kernels).map((name) => `${workload.name}:${name}`);
  throw new WorkloadError(
    `workload ${workload.name}:${kernel}: it has no such kernel; accepted: ${[workload.name, ...accepted].join(', ')}`,
  );
}

/**
 * Hides what a module has added to `Object.prototype` from `for (… in …)`: libraries of a service take it for fields of
 * their own objects, such as prom-client 15 for labels, which ends the process. The additions can still be called.
 */
function hideAdditions(): void {
  for (const name of Object.keys(Object.prototype))
    Object.defineProperty(Object.prototype, name, { enumerable: false });
}

/** Finds the default export. A module that was compiled to CommonJS has it inside the one that Node.js gives it. */
const defaultOf = ({ default: exported }: { default?: unknown }): unknown =>
  typeof exported === 'object' && exported !== null && '__esModule' in exported && 'default' in exported
    ? exported.default
    : exported;
