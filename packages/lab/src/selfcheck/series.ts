import { minutes } from '@cpu-bound/study/progress/lines';
import type { SelfcheckOptions } from './acceptance.ts';

/** A series of measurements of one kind: its name, its length, and the measurements of an earlier, interrupted call. */
export type Series<T> = {
  readonly name: string;
  readonly runs: number;
  readonly before: readonly T[];
};

/**
 * Measures until the series is complete. Each measurement has a seed of its own, so that a continued series equals an
 * uninterrupted one.
 *
 * @returns all measurements so far: the earlier ones at once, then again after each new one
 */
export async function* series<T>(
  { name, runs, before }: Series<T>,
  { seed, signal, print }: Pick<SelfcheckOptions, 'seed' | 'signal' | 'print'>,
  measure: (seed: string, index: number, title: string) => Promise<T>,
  linesOf: (measurement: T) => readonly string[],
): AsyncGenerator<readonly T[]> {
  const all = [...before];
  if (all.length > 0) yield all;
  for (let index = all.length + 1; index <= runs; index++) {
    signal.throwIfAborted();
    const title = `${name} ${index} of ${runs}`;
    const began = performance.now();
    const measurement = await measure(`${seed}/${index}`, index, title);
    all.push(measurement);
    print(`${title} (${minutes((performance.now() - began) / 1000)})`);
    for (const line of linesOf(measurement)) print(`  ${line}`);
    yield all;
  }
}
