import { join } from 'node:path';
import type { Guard } from '@cpu-bound/measure/host/guard';
import type { Finding, SelfcheckOptions } from './acceptance.ts';
import { benchRun } from './bench-run.ts';
import { experiments } from './experiments.ts';
import { generator } from './generator.ts';
import { constant, freezing, halves, stopped } from './known-times.ts';
import { FAULTY, PLAIN, type PlantedRun, plantedFindings, plantedRuns } from './planted-latency.ts';
import { type Experiment, findingsOf } from './twins.ts';

/** What a part has come to so far. */
export type PartState = {
  readonly findings: readonly Finding[];
  readonly experiments?: readonly Experiment[];
  readonly runs?: readonly PlantedRun[];
};

export type PartOptions = SelfcheckOptions & {
  /** Experiments of throughput, or runs of latency. */
  readonly runs?: number | undefined;
  /** The folder of the packages. */
  readonly code: string;
  /** Where the runs' results go. */
  readonly results: string;
  readonly guard: Guard;
};

/** The parts of the self-check; each says after every step what it has come to. */
export const parts = {
  /** The load generator, against servers whose times are known. */
  async *generator({ seed, signal, now }) {
    const steps = {
      'its cost and its rate': () => generator(signal),
      'a constant server': () => constant(seed, signal),
      'a freezing server': () => freezing(seed, signal),
      'stopped itself': () => stopped(seed, signal),
      'two halves': () => halves(seed, signal),
    };
    let findings: readonly Finding[] = [];
    for (const [name, step] of Object.entries(steps)) {
      signal.throwIfAborted();
      now(`generator: ${name}`);
      findings = findings.concat(await step());
      yield { findings };
    }
  },
  /** Closed loops: a twin, and 5 % more work. */
  async *throughput({ runs = 20, ...options }) {
    for await (const all of experiments(runs, options)) yield { findings: findingsOf(all), experiments: all };
  },
  /** Whole runs: pauses, slow bursts, a slow tenth and a twin. */
  async *latency({ runs = 10, code, results, ...options }) {
    const contestants = [PLAIN, ...FAULTY].map((id) => join(code, 'packages/planted', id));
    const asked = ['--scenarios', 'latency', '--contestants', contestants.join(), '--baseline', PLAIN];
    const program = join(code, 'packages/bench/src/cli.ts');
    const runOf = (seed: string, index: number) =>
      benchRun(program, [...asked, '--seed', seed], join(results, String(index)), options);
    for await (const all of plantedRuns(runs, options, runOf))
      yield { findings: plantedFindings(all), runs: all };
  },
} as const satisfies Record<string, (options: PartOptions) => AsyncGenerator<PartState>>;
