import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import modules from 'node:module';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { complete } from './complete.ts';
import compress from './compress/workload.ts';
import { rotationOf, type Workload, WorkloadError, type WorkloadModule } from './contract.ts';
import { madeBefore, needsBundling } from './own/bundles.ts';
import { requestsOfFunction, workloadOfFunction } from './own/function.ts';
import { reasonOf } from './own/reason.ts';
import { argumentsIn, type FunctionSpecifier, fileOf, functionIn, kernelIn } from './own/specifier.ts';
import { serveStripped } from './own/stripped.ts';
import payload from './payload/workload.ts';
import primes from './primes/workload.ts';
import { workloadProblems } from './problems.ts';
import records from './records/workload.ts';
import scrypt from './scrypt/workload.ts';

/** The workloads that need no file. Each has another shape of work. */
export const builtInWorkloads = [
  primes,
  records,
  compress,
  scrypt,
  payload,
] as readonly unknown[] as readonly Workload[];

/** Returns true if a specifier names a built-in workload, with or without a kernel. */
export const isBuiltIn = (specifier: string): boolean =>
  builtInWorkloads.some(({ name }) => name === (kernelIn(specifier)?.workload ?? specifier));

/** Finds the module of a built-in workload, for code that loads it by its path as it loads a user's own. */
export const builtInFile = (name: string): string =>
  fileURLToPath(new URL(`./${name}/workload.ts`, import.meta.url));

/**
 * Imports the user's own module as Node.js does. If Node.js cannot, its files are bundled first. Its dependencies are
 * not bundled, so that the bench measures what they deploy.
 *
 * @throws the error of the module, or of its bundling
 */
export async function importOwn(path: string): Promise<object> {
  if (!existsSync(path)) return import(pathToFileURL(path).href);
  if (statSync(path).isDirectory()) throw new Error('it is a folder; name a file in it');
  const file = realpathSync(path); // Node.js names a module by its real path, and not by a link
  if (madeBefore(file) !== undefined || isTakenForCommonJs(file)) return bundled(file);
  serveStripped();
  try {
    return await import(pathToFileURL(file).href);
  } catch (error) {
    if (needsBundling(error)) return bundled(file);
    throw error;
  }
}

/** esbuild is loaded only for files that need it. */
const bundled = async (file: string) => (await import('./own/import-bundled.ts')).importBundled(file);

/**
 * Returns true for a module in a package of CommonJS, as `npm init` makes it: Node.js would fail, and warn before that.
 */
function isTakenForCommonJs(file: string): boolean {
  // Bun detects the format by the code, and lacks this function.
  if (!/\.[jt]s$/.test(file) || !modules.findPackageJSON) return false;
  const manifest = modules.findPackageJSON(pathToFileURL(file));
  // It returns the file itself if no folder above has a package.json.
  if (manifest === undefined || basename(manifest) !== 'package.json') return false;
  if (JSON.parse(readFileSync(manifest, 'utf8')).type !== 'commonjs') return false;
  return /^\s*(?:import\s*[\w{*'"]|export\s)/m.test(readFileSync(file, 'utf8'));
}

const NAMES = builtInWorkloads.map(({ name }) => name).join(', ');

const [POISONED, INSPECTED] = ['poisoned:', 'inspected:'];

/** Writes the specifier of a workload that fails on demand. It needs `POISON_LOG` in its environment. */
export const poisonedSpecifier = (specifier: string): string => `${POISONED}${specifier}`;
/** Writes the specifier of a workload that tells what its function does. It needs `INSPECT_LOG` in its environment. */
export const inspectedSpecifier = (specifier: string): string => `${INSPECTED}${specifier}`;

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
    const log = logIn('POISON_LOG', specifier);
    const { poisoned } = await import('./poisoned/workload.ts').catch(() => notHere(specifier));
    return poisoned(await loadWorkload(specifier.slice(POISONED.length), from), log);
  }
  if (specifier.startsWith(INSPECTED)) {
    const log = logIn('INSPECT_LOG', specifier);
    const { inspected } = await import('./inspected/workload.ts').catch(() => notHere(specifier));
    return inspected(() => loadWorkload(specifier.slice(INSPECTED.length), from), log);
  }
  const other = kernelIn(specifier);
  if (other) return byKernel(await loadWorkload(other.workload, from), other.kernel);
  const known = builtInWorkloads.find(({ name }) => name === specifier);
  if (known) return known;
  const named = functionIn(specifier);
  const file = resolve(from, named?.file ?? specifier);
  const module: { default?: unknown } = await importOwn(file).catch((error: unknown) => {
    if (named && !existsSync(file)) throw noSuchFile(named, from);
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

function noSuchFile({ file, name }: FunctionSpecifier, from: string): WorkloadError {
  const [, ofUrl] = /(?:^|\/)file:\/*(\/.*)$/.exec(file) ?? [];
  const [, ofHome] = /(?:^|\/)~(\/.*)$/.exec(file) ?? [];
  const remedy =
    (ofUrl && `; name a path, not a URL: ${ofUrl}#${name}`) ||
    (ofHome && `; a shell replaces ~ outside of quotes alone: "$HOME${ofHome}#${name}"`) ||
    '';
  return new WorkloadError(`workload ${file}#${name}: no such file, seen from ${from}${remedy}`);
}

/**
 * Makes the requests of a function without loading its module.
 *
 * @returns undefined for a specifier that names no function
 * @throws WorkloadError if there is no such file, or no input for it
 */
export function requestsFor(specifier: string, from: string): Workload | undefined {
  const named = functionIn(specifier);
  if (!named) return undefined;
  const file = resolve(from, named.file);
  if (!existsSync(file)) throw noSuchFile(named, from);
  const workload = requestsOfFunction(named, file);
  if (typeof workload !== 'string') return workload;
  throw new WorkloadError(`workload ${named.file}#${named.name}: ${workload}`);
}

function logIn(name: 'POISON_LOG' | 'INSPECT_LOG', specifier: string): string {
  const log = process.env[name];
  if (log) return log;
  throw new WorkloadError(`workload ${specifier}: ${name} is not set; accepted: a file to write to`);
}

/** Workloads for tests and checks are loaded only when they are named: a production image does not contain them. */
function notHere(specifier: string): never {
  throw new WorkloadError(`workload ${specifier}: is not in this image; accepted: ${NAMES}`);
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

/**
 * Computes the SHA-256 of the user's own files, without packages, and of the bodies that their queries send; undefined
 * for a built-in workload.
 */
export async function ownSources(specifier: string, workload: Workload): Promise<string | undefined> {
  if (isBuiltIn(specifier)) return undefined;
  const file = resolve(fileOf(specifier));
  const { bundle } = await import('./own/bundle.ts');
  // Node.js may load a file that esbuild cannot bundle.
  const hash = createHash('sha256').update(await bundle(file).catch(() => readFile(file)));
  for (const query of [workload.headline, ...workload.sizes.map((size) => size.query)])
    for (const sent of rotationOf(workload, query)) {
      const body = workload.bodyFor?.(sent);
      if (body) hash.update(`\0${new URLSearchParams(sent)}\0`).update(body);
    }
  const { args } = functionIn(specifier) ?? {};
  if (args !== undefined) hash.update(`\0args\0`).update(argumentsIn(args, dirname(file)));
  return hash.digest('hex');
}
