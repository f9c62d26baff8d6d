import { availableParallelism } from 'node:os';
import { run } from '../host/run.ts';
import { startTask, type TaskOptions } from '../host/task.ts';
import type { Milliseconds } from '../model.ts';
import { createWorkloads, type RelayedQuestion, type Workloads } from '../own/own-process.ts';
import {
  type ClosedLoopMeasurement,
  type ClosedLoopSpec,
  joined,
  MOST_LEAD_OUT_SECONDS,
  TIMEOUT_SECONDS,
} from './closed/closed-loop.ts';
import type { RequestSource } from './from-file/exchanges.ts';
import type { CollectResult, CollectSpec, SubmitResult, SubmitSpec } from './jobs/spec.ts';
import type { OpenLoopTask } from './open/child.ts';
import { measurementOf } from './open/measurement.ts';
import type { OpenLoopRecord } from './open/requests.ts';
import type { OpenLoopMeasurement } from './open/spec.ts';
import type { ReferenceSpec, ReferenceTiming } from './reference/spec.ts';
import { createTeam, type LoadGenerator, partsOf, type Several, shareOf } from './team.ts';

/**
 * Asks for real-time scheduling of a process and its threads. It needs Linux with util-linux's `chrt`, and root,
 * CAP_SYS_NICE or an RLIMIT_RTPRIO.
 *
 * The load generator represents other machines. If it shares few cores with the service, it must not wait for one
 * until the scheduler's next tick. Otherwise, every late request is the generator's fault. It sleeps most of the
 * time, and the kernel reserves a share for other processes in any case (sched_rt_runtime_us).
 *
 * The generators take turns (SCHED_RR) instead of first come, first served (SCHED_FIFO). When V8 collects garbage, a
 * thread spins until another thread of its process has had a core. Two such generators would otherwise keep two cores
 * for good.
 *
 * @returns whether it was granted
 */
export async function raisePriority(pid: number): Promise<boolean> {
  // On a single core, the generator would take the core from the service and wait for it.
  if (availableParallelism() < 2) return false;
  try {
    await run('chrt', ['--all-tasks', '--rr', '--pid', '1', String(pid)]);
    return true;
  } catch {
    return false;
  }
}

export type ClosedTask = ClosedLoopSpec &
  Several & {
    readonly workload: string;
    /** Requests that replace those of the workload. */
    readonly requests?: RequestSource;
  };

/** A service under a closed loop, and the path of the request that opens each connection. */
export type LoadedService = Pick<ClosedTask, 'origin' | 'greeting'>;

/** Closed loops that run at once, one for each service. */
export type ClosedTasks = Omit<ClosedTask, keyof LoadedService> & {
  readonly services: readonly LoadedService[];
};

const here = (path: string) => new URL(path, import.meta.url);

/** A generator starts, connects, gets its last answers and sums up within this time, on any fit machine. */
const GRACE_SECONDS = 20;

const longestClosed = ({ leadInSeconds, seconds }: ClosedTasks): Milliseconds =>
  (leadInSeconds + seconds + MOST_LEAD_OUT_SECONDS + TIMEOUT_SECONDS + GRACE_SECONDS) * 1000;

const longestOpen = ({ leadInSeconds, seconds, afterwards, timeoutMs }: OpenLoopTask): Milliseconds =>
  (leadInSeconds + seconds + (afterwards?.seconds ?? 0) + GRACE_SECONDS) * 1000 + timeoutMs;

/**
 * The load generators of a run. Each kind of load has processes of its own, so that neither the bench nor another
 * load can delay it: one, or as many as a load names. They serve one window after the other, so they are warm when a
 * window counts.
 */
export type Generators = {
  readonly closed: LoadGenerator<ClosedTask, ClosedLoopMeasurement>;
  /** Closed loops that run at once, in the processes of `closed`. */
  readonly closedAtOnce: LoadGenerator<ClosedTasks, readonly ClosedLoopMeasurement[]>;
  readonly open: LoadGenerator<OpenLoopTask, OpenLoopMeasurement>;
  readonly probe: LoadGenerator<OpenLoopTask, OpenLoopMeasurement>;
  /** Times the kernel alone. */
  readonly reference: LoadGenerator<ReferenceSpec, ReferenceTiming>;
  readonly jobs: {
    submit(spec: SubmitSpec, signal: AbortSignal): Promise<SubmitResult>;
    collect(spec: CollectSpec, signal: AbortSignal): Promise<CollectResult>;
  };
  /** Gives the generators these cores for themselves, before the first one starts. The kernel alone is none of them. */
  keepTo(cores: readonly number[]): Promise<void>;
  /** Ends all generators, as after a load that was cut short. The next use of one starts it again. */
  stop(): Promise<void>;
};

/**
 * Starts each generator at its first use. Those that must be punctual get a raised priority, unless they have cores for
 * themselves, where they would only wait for one another. None runs a user's own code: the bench asks the process of the
 * workload for the requests, and whether an answer is right.
 */
export function createGenerators(workloads: Workloads = createWorkloads()): Generators {
  const answer = ({ specifier, question }: RelayedQuestion) => workloads.ask(specifier, question);
  const closedAtOnce = createTeam<
    ClosedTasks,
    readonly ClosedLoopMeasurement[],
    readonly ClosedLoopMeasurement[]
  >({
    start: (answers) => startTask(here('./closed/child.ts'), { longest: longestClosed, answer: answers }),
    deal: (tasks) =>
      partsOf(tasks).map((part) => {
        const connections = shareOf(tasks.load.connections, part);
        return { ...tasks, load: { ...tasks.load, connections } };
      }),
    join: ({ services }, parts) =>
      services.map((_, index) => joined(parts.flatMap((measured) => measured[index] ?? []))),
    answer,
  });
  let apart: readonly number[] | undefined;
  const open = openGenerator(answer, () => apart !== undefined);
  const probe = openGenerator(answer, () => apart !== undefined);
  const reference = single<ReferenceSpec, ReferenceTiming>('./reference/child.ts', { leadsGroup: true });
  const jobs = single<SubmitSpec | CollectSpec, SubmitResult | CollectResult>('./jobs/child.ts', { answer });
  return {
    closed: {
      ...closedAtOnce,
      get pids() {
        return closedAtOnce.pids;
      },
      async run({ origin, greeting, ...task }, ...surroundings) {
        const [measured] = await closedAtOnce.run(
          { ...task, services: [{ origin, greeting }] },
          ...surroundings,
        );
        return measured as ClosedLoopMeasurement;
      },
    },
    closedAtOnce,
    open,
    probe,
    reference,
    jobs: {
      submit: (spec, signal) => jobs.run(spec, signal) as Promise<SubmitResult>,
      collect: (spec, signal) => jobs.run(spec, signal) as Promise<CollectResult>,
    },
    async keepTo(cores) {
      apart = cores;
      await Promise.all([closedAtOnce, open, probe, jobs].map((generator) => generator.keepTo(cores)));
    },
    async stop() {
      await Promise.all(
        [closedAtOnce, open, probe, reference, jobs, workloads].map((started) => started.stop()),
      );
    },
  };
}

/** A load that one process sends, however large it is. */
const single = <S extends object, T>(path: string, options: TaskOptions<S>): LoadGenerator<S, T> =>
  createTeam<S, T, T>({
    start: () => startTask(here(path), options),
    deal: (spec) => [spec],
    join: (_spec, [result]) => result as T,
  });

/** Each of several open loops sends its part of one schedule, and they are summed up as one. */
function openGenerator(
  answer: (question: RelayedQuestion) => Promise<unknown>,
  isApart: () => boolean,
): LoadGenerator<OpenLoopTask, OpenLoopMeasurement> {
  return createTeam<OpenLoopTask, OpenLoopRecord, OpenLoopMeasurement>({
    start(answers) {
      const task = startTask<OpenLoopTask, OpenLoopRecord>(here('./open/child.ts'), {
        longest: longestOpen,
        answer: answers,
      });
      if (!isApart()) void raisePriority(task.pid);
      return task;
    },
    deal: (task) =>
      partsOf(task).map((dealt) => ({
        ...task,
        dealt,
        connections: shareOf(task.connections, dealt),
        mostConnections: shareOf(task.mostConnections, dealt),
      })),
    join: measurementOf,
    answer,
  });
}

/** Runs one open loop by itself. @param onStart called with the numbers of its processes */
export async function runOpenLoop(
  spec: OpenLoopTask,
  signal: AbortSignal,
  onStart: (pids: readonly number[]) => void = () => {},
): Promise<OpenLoopMeasurement> {
  const generators = createGenerators();
  try {
    const running = generators.open.run(spec, signal);
    onStart(generators.open.pids);
    return await running;
  } finally {
    await generators.stop();
  }
}
