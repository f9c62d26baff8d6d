import { join } from 'node:path';
import type { Guard } from '@cpu-bound/measure/host/guard';
import type { Analysis } from '@cpu-bound/study/model';
import type { Finding, SelfcheckOptions } from './acceptance.ts';
import { benchRun } from './bench-run.ts';
import { DISHONEST, type DishonestRun, dishonestFindings, dishonestLines, HONEST } from './dishonest.ts';
import { experiment, experimentLines } from './experiments.ts';
import { generator } from './generator.ts';
import { constant, freezing, halves, stopped, stoppedClosed } from './known-times.ts';
import {
  FAULTY,
  PLAIN,
  type PlantedRun,
  plantedFindings,
  plantedLines,
  plantedRun,
} from './planted-latency.ts';
import { series } from './series.ts';
import { several } from './several.ts';
import { type Experiment, findingsOf } from './twins.ts';

/** The state of a part so far: its findings, and its measurements if it is a series. */
export type PartState<T = Experiment | PlantedRun | DishonestRun> = {
  readonly findings: readonly Finding[];
  readonly runs?: readonly T[];
};

export type PartOptions<T> = SelfcheckOptions & {
  /** The measurements of an interrupted call with the same seed, which this one continues. */
  readonly before?: readonly T[] | undefined;
  /** The number of experiments of throughput, or of runs of latency. */
  readonly runs?: number | undefined;
  /** The folder of the packages. */
  readonly code: string;
  /** The folder of the runs' results. */
  readonly results: string;
  readonly guard: Guard;
};

/** The parts of the self-check; each yields its state after every step. */
export const parts = {
  /** Checks the load generator against servers whose times are known. */
  async *generator({ seed, signal, now, code }: PartOptions<never>) {
    const steps = {
      'its cost and its rate': () => generator(signal),
      'a constant server': () => constant(seed, signal),
      'a freezing server': () => freezing(seed, signal),
      'stopped itself': () => stopped(seed, signal),
      'stopped itself in a closed loop': () => stoppedClosed(signal),
      'two halves': () => halves(seed, signal),
      'one, two and three': () => several(code, signal),
    };
    let findings: readonly Finding[] = [];
    for (const [name, step] of Object.entries(steps)) {
      signal.throwIfAborted();
      now(`generator: ${name}`);
      findings = findings.concat(await step());
      yield { findings };
    }
  },
  /** Compares closed loops: a twin, and 5 % more work. */
  async *throughput({ runs = 20, before = [], ...options }: PartOptions<Experiment>) {
    const measure = (seed: string, _index: number, title: string) => experiment(seed, options, title);
    const experiments = series({ name: 'throughput', runs, before }, options, measure, experimentLines);
    for await (const all of experiments) yield { findings: findingsOf(all), runs: all };
  },
  /** Makes complete runs with planted faults: pauses, slow bursts, a slow tenth and a twin. */
  async *latency({ runs = 10, before = [], code, results, ...options }: PartOptions<PlantedRun>) {
    const runOf = onPlanted(FAULTY, ['--scenarios', 'latency'], { code, results, options });
    const measure = async (seed: string, index: number) => plantedRun(await runOf(seed, index));
    for await (const all of series({ name: 'latency', runs, before }, options, measure, plantedLines))
      yield { findings: plantedFindings(all), runs: all };
  },
  /** Makes complete runs on contestants that refuse, fail, cheat or report wrong times. */
  async *honesty({ runs = 1, before = [], code, results, ...options }: PartOptions<DishonestRun>) {
    const asked = ['--scenarios', 'capacity,latency', '--rounds', '5'];
    const runOf = onPlanted([...Object.keys(DISHONEST), ...HONEST.slice(1)], asked, {
      code,
      results,
      options,
    });
    const measure = async (seed: string, index: number) => ({
      doubts: (await runOf(seed, index)).validity.doubts,
    });
    for await (const all of series({ name: 'honesty', runs, before }, options, measure, dishonestLines))
      yield { findings: dishonestFindings(all), runs: all };
  },
} as const satisfies Record<string, (options: PartOptions<never>) => AsyncGenerator<PartState>>;

/** Runs the bench on the contestant without a fault and on the given ones, by its seed. */
function onPlanted(
  ids: readonly string[],
  asked: readonly string[],
  {
    code,
    results,
    options,
  }: Pick<PartOptions<never>, 'code' | 'results'> & {
    readonly options: Pick<PartOptions<never>, 'guard' | 'signal'>;
  },
): (seed: string, index: number) => Promise<Analysis> {
  const contestants = [PLAIN, ...ids].map((id) => join(code, 'packages/planted', id));
  const args = [...asked, '--contestants', contestants.join(), '--baseline', PLAIN];
  const program = join(code, 'packages/bench/src/cli.ts');
  return (seed, index) => benchRun(program, [...args, '--seed', seed], join(results, String(index)), options);
}
