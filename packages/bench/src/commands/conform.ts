import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { readManifest } from '@cpu-bound/measure/contestants/manifest';
import { knownEnvironment } from '@cpu-bound/measure/host/known-environment';
import { MARKER } from '@cpu-bound/measure/host/marker';
import { UsageError } from '@cpu-bound/study/config/config';
import { defined } from '@cpu-bound/workload/defined';
import type { Surface } from './surface.ts';
import { withBench } from './with-bench.ts';

/** A sentence of the contract: what a contestant lacks of it, why it declares not to keep it, or what its test needs. */
type Sentence = {
  readonly text: string;
  readonly problem?: string;
  readonly exception?: string;
  readonly untested?: string;
};

/** Longer than the tests' clients wait: a connection to a fork that is killed may hang, and only costs time. */
const LONGEST_TEST_MS = 120_000;

/**
 * `bench conform PATH`: tests a reader's own contestant against the HTTP contract, with the same tests as ours. Prints
 * each as it is known.
 *
 * @returns whether every sentence holds
 * @throws UsageError where the folder is no contestant's, ManifestError where its manifest is wrong
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
      `${relative(cwd, entries)}: is not here; accepted: a whole clone of this repository`,
    ]);
  return withBench(surface, async (bench) => {
    const backends = await bench.backendsFor([contestant]);
    const env = { ...knownEnvironment(), [MARKER]: bench.mark, CONTESTANT: folder, ...backends.env };
    const ask = async (title: string, entry: string) => {
      print(title);
      const held: boolean[] = [];
      let left = 0;
      for await (const sentence of sentencesOf(join(entries, entry), env, signal)) {
        const { text, problem, exception, untested } = sentence;
        if (untested !== undefined) {
          left++;
          print(`  – ${text}: not tested: ${untested}`);
          continue;
        }
        if (exception !== undefined && problem === undefined) {
          print(`  – ${text}: declared: ${exception}`);
          continue;
        }
        print(problem === undefined ? `  ✔ ${text}` : `  ✖ ${text}: ${problem}`);
        held.push(problem === undefined);
      }
      return { held: held.filter((one) => one).length, asked: held.length, left };
    };
    const needed = await ask('What the bench needs in order to measure it:', 'measurable.ts');
    if (needed.held < needed.asked) {
      print(`it cannot be measured yet: ${needed.asked - needed.held} of ${needed.asked} are missing`);
      return false;
    }
    print(`it can be measured: pnpm bench run --contestants single,cluster,threads,${path}`);
    const contract = await ask('What the contestants of this study hold beside that:', 'contract.ts');
    const untested = contract.left > 0 ? `; not tested: ${contract.left}` : '';
    print(`of the whole contract: ${contract.held} of ${contract.asked}${untested}`);
    return contract.held === contract.asked;
  });
}

/** Runs a file of tests; each is a sentence. */
async function* sentencesOf(
  file: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): AsyncGenerator<Sentence> {
  const events = run({ files: [file], concurrency: false, timeout: LONGEST_TEST_MS, env, signal });
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    // A group and the file itself are no sentences; one that fails before its tests shows in them.
    if (data.details.type === 'suite' || data.nesting === 0) continue;
    const untested = typeof data.skip === 'string' ? data.skip : undefined;
    const problem = type === 'test:fail' ? firstLines(data.details.error) : undefined;
    const { expectFailure } = data as { expectFailure?: unknown };
    const exception = typeof expectFailure === 'string' ? expectFailure : undefined;
    yield { text: data.name, ...defined({ problem, exception, untested }) };
  }
}

/** The message of the assertion, without the runner's own wrapping. */
const firstLines = (error: Error): string =>
  (error.cause instanceof Error ? error.cause.message : error.message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 3)
    .join(' ');
