import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath } from '@cpu-bound/measure/host/run';
import { CATALOGUE } from '@cpu-bound/measure/model/errors';
import type { Analysis } from '@cpu-bound/study/model';
import { FRAME_MS } from '@cpu-bound/study/plan/windows';
import { type Display, minutes } from '@cpu-bound/study/progress/display';
import { layout, ResultsError } from '@cpu-bound/study/results/store';
import { Interrupted } from '@cpu-bound/study/run/context';
import type { Finding } from './acceptance.ts';
import { FRAMED, frameFindings, WAITS } from './frame-findings.ts';
import { constant, cost, several, stopped, stoppedClosed } from './generator.ts';
import {
  DIES,
  DISHONEST,
  deathFinding,
  dishonestFindings,
  HONEST,
  PYTHON,
  plantedFindings,
} from './planted-findings.ts';
import { FAULTY, MORE, PLAIN, type PlantedRun, plantedLines, plantedRun } from './planted-run.ts';

/** The state of a part so far: its findings, and its measurements if it can be continued. */
export type PartState = { readonly findings: readonly Finding[]; readonly runs?: readonly PlantedRun[] };

type PartOptions = Pick<Display, 'print' | 'now'> & {
  readonly seed: string;
  readonly signal: AbortSignal;
  /** The measurements of an interrupted call with the same seed, which this one continues. */
  readonly before?: readonly PlantedRun[];
  /** The number of runs. */
  readonly runs?: number;
  /** The rounds of each run; absent: those of a reader's run. */
  readonly rounds?: number;
  /** The folder of the packages. */
  readonly code: string;
  /** The folder of the runs' results. */
  readonly results: string;
};

/** The rounds of the profile `standard`, after which a family of four contestants has verdicts. */
const ROUNDS = 10;
/** Twelve rounds make intervals of ±5 %, where a window of 10 s scatters by 5 % from round to round. */
const ROUNDS_OF_FRAMES = 12;
/** The doubts need windows, and no verdicts. */
const ROUNDS_OF_DOUBTS = 5;

/** The parts of the self-check; each yields its state after every step. */
export const parts = {
  /** Checks the load generator against servers whose times are known. */
  async *generator({ seed, signal, now }: PartOptions) {
    const steps = {
      'its cost': () => cost(signal),
      'a constant server': () => constant(seed, signal),
      'stopped itself': () => stopped(seed, signal),
      'stopped itself in a closed loop': () => stoppedClosed(signal),
      'one, two and three': () => several(signal),
    };
    let findings: readonly Finding[] = [];
    for (const [name, step] of Object.entries(steps)) {
      signal.throwIfAborted();
      now(`generator: ${name}`);
      findings = findings.concat(await step());
      yield { findings };
    }
  },
  /**
   * Makes runs as a reader does, on contestants with more work and on contestants with a longer tail: each run has a
   * twin, and four contestants, as the study has. Each has a seed of its own, so that a continued series equals an
   * uninterrupted one.
   */
  async *runs({ runs = 3, rounds = ROUNDS, before = [], ...options }: PartOptions) {
    const { seed, signal, print } = options;
    const planted = [...before];
    const state = () => ({ findings: plantedFindings(planted, { seed }), runs: planted });
    if (planted.length > 0) yield state();
    for (let index = planted.length + 1; index <= runs; index++) {
      signal.throwIfAborted();
      const began = performance.now();
      const run = { ...options, rounds, seed: `${seed}/${index}` };
      const ofMore = { ...run, flag: '--scenarios=capacity', name: `${index}/throughput` };
      const ofFaults = { ...run, flag: '--scenarios=latency', name: `${index}/latency` };
      const throughput = await onPlanted(Object.keys(MORE), ofMore);
      const latest = plantedRun(throughput, await onPlanted(FAULTY, ofFaults));
      planted.push(latest);
      print(`run ${index} of ${runs} (${minutes((performance.now() - began) / 1000)})`);
      for (const line of plantedLines(latest)) print(`  ${line}`);
      yield state();
    }
  },
  /** Compares frames with windows of the same starts, for the strategies and for contestants that frames might disturb. */
  async *frames({ rounds = ROUNDS_OF_FRAMES, ...options }: PartOptions) {
    const run = { ...options, flag: '--scenarios=frames', rounds };
    const found: Analysis[] = [];
    found.push(await onPlanted([...FRAMED, WAITS], { ...run, name: 'frames/planted' }));
    yield { findings: frameFindings(found, FRAME_MS) };
    options.signal.throwIfAborted();
    found.push(await onThese(['--contestants', '@main'], { ...run, name: 'frames/strategies' }));
    yield { findings: frameFindings(found, FRAME_MS) };
  },
  /** Makes a run on contestants that refuse, fail, cheat, die or report wrong times, and on honest ones. */
  async *honesty({ rounds = ROUNDS_OF_DOUBTS, ...options }: PartOptions) {
    const run = { ...options, flag: '--scenarios=capacity,latency', rounds, name: 'honesty' };
    const absent = (await hasPython(options.code)) ? [] : [PYTHON];
    const ids = [...Object.keys(DISHONEST), ...HONEST, DIES].filter((id) => !absent.includes(id));
    const analysis = await onPlanted(ids, run);
    yield { findings: [...dishonestFindings(analysis.validity, PLAIN, absent), deathFinding(analysis)] };
  },
} as const satisfies Record<string, (options: PartOptions) => AsyncGenerator<PartState>>;

/** The planted contestant in Python changes the example of a clone. */
const hasPython = async (code: string): Promise<boolean> =>
  existsSync(join(code, 'examples/python')) && (await onPath('python3')) !== undefined;

type AskedRun = Pick<PartOptions, 'code' | 'results' | 'signal' | 'seed'> & {
  /** The flag that names its questions. */
  readonly flag: string;
  readonly rounds: number;
  /** The run's folder in that of the results. */
  readonly name: string;
};

/** Runs the bench on the contestant without a fault, which is the baseline, and on the given ones. */
function onPlanted(ids: readonly string[], run: AskedRun): Promise<Analysis> {
  const folders = [PLAIN, ...ids].map((id) => join(run.code, 'packages/planted', id));
  return onThese(['--contestants', folders.join(), '--baseline', PLAIN], run);
}

function onThese(contestants: readonly string[], run: AskedRun): Promise<Analysis> {
  const { code, flag, rounds, seed, results, name } = run;
  const args = [flag, '--rounds', `${rounds}`, ...contestants, '--seed', seed];
  return benchRun(join(code, 'packages/bench/src/cli.ts'), args, join(results, name), run);
}

/**
 * Starts `bench run` as a user would. It is a process of its own, because a run measures its time by its process's
 * clock.
 *
 * @param program the bench's own script
 * @param folder the folder of its results
 * @returns the analysis, even if a contestant failed
 * @throws Interrupted if the user ended it; ResultsError if it could not run
 */
async function benchRun(
  program: string,
  args: readonly string[],
  folder: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<Analysis> {
  const child = spawn(process.execPath, [program, 'run', ...args, '--out', folder], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const interrupt = () => child.kill('SIGINT');
  signal.addEventListener('abort', interrupt, { once: true });
  const [code] = await ended;
  signal.removeEventListener('abort', interrupt);
  if (code === 0 || code === CATALOGUE.CONTESTANT.exit)
    return JSON.parse(await readFile(join(folder, layout.analysis), 'utf8'));
  signal.throwIfAborted();
  if (code === CATALOGUE.INTERRUPTED.exit) throw new Interrupted('SIGINT');
  throw new ResultsError(`${folder}: its bench run ended with ${code}; its output has the reason`);
}
