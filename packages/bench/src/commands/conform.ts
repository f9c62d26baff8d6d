import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { readManifest } from '@cpu-bound/measure/contestants/manifest';
import { knownEnvironment } from '@cpu-bound/measure/host/known-environment';
import { MARKER } from '@cpu-bound/measure/host/marker';
import { commandLine } from '@cpu-bound/study/analyse/commands';
import { UsageError } from '@cpu-bound/study/config/config';
import type { Surface } from './surface.ts';
import { withBench } from './with-bench.ts';

/** A sentence of the contract, and its outcome: a problem, a declared exception, or why it was not tested. */
type Sentence = {
  readonly text: string;
  readonly problem?: string;
  readonly exception?: string;
  readonly untested?: string;
};

/** Longer than the timeout of the tests' clients: a connection that hangs fails with its own message. */
const LONGEST_TEST_MS = 120_000;

/**
 * `bench conform PATH` tests a reader's contestant against the HTTP contract, by the tests of this repository. It
 * prints each result as it comes.
 *
 * @returns whether every sentence holds
 * @throws UsageError if the folder has no contestant, ManifestError if its manifest is wrong
 */
export async function conformCommand(path: string, surface: Surface): Promise<boolean> {
  const { cwd, code, print, signal } = surface;
  const folder = resolve(cwd, path);
  const contestant = await readManifest(folder);
  if (!contestant)
    throw new UsageError([
      `${path}: its package.json has no “contestant”; accepted: a folder with a manifest`,
    ]);
  const entries = join(code, 'packages/conformance/entries');
  if (!existsSync(entries))
    throw new UsageError([
      `${relative(cwd, entries)}: is not here; accepted: a complete clone of this repository`,
    ]);
  return withBench(surface, async (bench) => {
    const backends = await bench.backendsFor([contestant]);
    if (backends.missing.length > 0) return false; // the reason was printed
    const env = { ...knownEnvironment(), [MARKER]: bench.mark, CONTESTANT: folder, ...backends.env };
    const ask = async (title: string, entry: string) => {
      print(title);
      let [held, asked, notTested] = [0, 0, 0];
      for await (const sentence of sentencesOf(join(entries, entry), env, signal)) {
        const { text, problem, exception, untested } = sentence;
        if (untested !== undefined) {
          notTested++;
          print(`  – ${text}: not tested: ${untested}`);
          continue;
        }
        if (exception !== undefined && problem === undefined) {
          print(`  – ${text}: declared: ${exception}`);
          continue;
        }
        print(problem === undefined ? `  ✔ ${text}` : `  ✖ ${text}: ${problem}`);
        asked++;
        if (problem === undefined) held++;
      }
      return { held, asked, notTested };
    };
    const needed = await ask('The bench can measure it only if it holds these:', 'measurable.ts');
    if (needed.asked === 0) {
      print(
        'nothing was tested: the tests ended before the first; install their dependencies: npx -y pnpm@12 install',
      );
      return false;
    }
    if (needed.held < needed.asked) {
      print(`it cannot be measured yet: ${needed.asked - needed.held} of ${needed.asked} do not hold`);
      return false;
    }
    print(`it can be measured: ${commandLine({ contestants: `single,cluster,threads,${path}` })}`);
    const contract = await ask('The contestants of this study also hold these:', 'contract.ts');
    const untested = contract.notTested > 0 ? `; not tested: ${contract.notTested}` : '';
    print(`the contract: ${contract.held} of ${contract.asked} sentences hold${untested}`);
    return contract.asked > 0 && contract.held === contract.asked;
  });
}

/** Runs a file of tests, each of which is a sentence of the contract. */
async function* sentencesOf(
  file: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): AsyncGenerator<Sentence> {
  // `env` is an option of the clone's Node.js 26, on which alone this command runs.
  const options = { files: [file], concurrency: false, timeout: LONGEST_TEST_MS, env, signal };
  const events = run(options);
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    // A group and the file itself are no sentences. If one of them fails before its tests, the tests fail as well.
    if (data.details.type === 'suite' || data.nesting === 0) continue;
    const untested = typeof data.skip === 'string' ? data.skip : undefined;
    const problem = type === 'test:fail' ? firstLines(data.details.error) : undefined;
    const { expectFailure } = data as { expectFailure?: unknown };
    const exception = typeof expectFailure === 'string' ? expectFailure : undefined;
    yield { text: data.name, problem, exception, untested };
  }
}

/** Takes the first lines of the assertion's message, without the test runner's wrapping. */
const firstLines = (error: Error): string =>
  (error.cause instanceof Error ? error.cause.message : error.message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 3)
    .join(' ');
