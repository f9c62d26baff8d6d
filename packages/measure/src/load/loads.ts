import { raisePriority } from '../host/priority.ts';
import { startTask, type TaskProcess } from '../host/task.ts';
import type { Milliseconds } from '../model.ts';
import {
  type ClosedLoopMeasurement,
  type ClosedLoopSpec,
  MOST_LEAD_OUT_SECONDS,
  TIMEOUT_SECONDS,
} from './closed/closed-loop.ts';
import type { RequestSource } from './from-file/exchanges.ts';
import type { CollectResult, CollectSpec, SubmitResult, SubmitSpec } from './jobs/spec.ts';
import type { OpenLoopTask } from './open/child.ts';
import type { OpenLoopMeasurement } from './open/spec.ts';
import type { ReferenceSpec, ReferenceTiming } from './reference/spec.ts';

export type ClosedTask = ClosedLoopSpec & {
  readonly workload: string;
  /** Requests that are sent instead of the workload's. */
  readonly requests?: RequestSource;
};

const here = (path: string) => new URL(path, import.meta.url);
const closedModule = here('./closed/child.ts');
const openModule = here('./open/child.ts');
const jobsModule = here('./jobs/child.ts');
const referenceModule = here('./reference/child.ts');

/**
 * A generator needs less than this to start, connect, wait for the last answers and sum up, on any machine worth
 * measuring.
 */
const GRACE_SECONDS = 20;

const longestClosed = ({ leadInSeconds, seconds }: ClosedTask): Milliseconds =>
  (leadInSeconds + seconds + MOST_LEAD_OUT_SECONDS + TIMEOUT_SECONDS + GRACE_SECONDS) * 1000;

const longestOpen = ({ leadInSeconds, seconds, afterwards, timeoutMs }: OpenLoopTask): Milliseconds =>
  (leadInSeconds + seconds + (afterwards?.seconds ?? 0) + GRACE_SECONDS) * 1000 + timeoutMs;

/**
 * The load generators of a run. Each kind of load has a process of its own, so that neither the bench nor another load
 * can delay it. The process serves one window after the other, so that it is warm when it counts.
 */
export type Generators = {
  readonly closed: TaskProcess<ClosedTask, ClosedLoopMeasurement>;
  readonly open: TaskProcess<OpenLoopTask, OpenLoopMeasurement>;
  readonly probe: TaskProcess<OpenLoopTask, OpenLoopMeasurement>;
  /** Times the kernel alone. */
  readonly reference: TaskProcess<ReferenceSpec, ReferenceTiming>;
  /** Sends jobs, and asks for their results. */
  readonly jobs: {
    submit(spec: SubmitSpec, signal: AbortSignal): Promise<SubmitResult>;
    collect(spec: CollectSpec, signal: AbortSignal): Promise<CollectResult>;
  };
  /** Ends all of them, as after a load that was cut short. The next use of one starts it again. */
  stop(): Promise<void>;
};

/** Starts each generator when it is first used. Those that must be punctual get a raised priority. */
export function createGenerators(): Generators {
  const started = new Map<string, TaskProcess<never, never>>();
  const once = <S extends object, T>(name: string, start: () => TaskProcess<S, T>): TaskProcess<S, T> => {
    const there = started.get(name) as TaskProcess<S, T> | undefined;
    if (there) return there;
    const task = start();
    started.set(name, task as never);
    return task;
  };
  return {
    get closed() {
      return once('closed', () => startTask<ClosedTask, ClosedLoopMeasurement>(closedModule, longestClosed));
    },
    get open() {
      return once('open', startOpen);
    },
    get probe() {
      return once('probe', startOpen);
    },
    get reference() {
      return once('reference', () => startTask<ReferenceSpec, ReferenceTiming>(referenceModule));
    },
    get jobs() {
      const task = once('job', () =>
        startTask<SubmitSpec | CollectSpec, SubmitResult | CollectResult>(jobsModule),
      );
      return {
        submit: (spec: SubmitSpec, signal: AbortSignal) => task.run(spec, signal) as Promise<SubmitResult>,
        collect: (spec: CollectSpec, signal: AbortSignal) => task.run(spec, signal) as Promise<CollectResult>,
      };
    },
    async stop() {
      const tasks = [...started.values()];
      started.clear();
      await Promise.all(tasks.map((task) => task.stop()));
    },
  };
}

function startOpen(): TaskProcess<OpenLoopTask, OpenLoopMeasurement> {
  const task = startTask<OpenLoopTask, OpenLoopMeasurement>(openModule, longestOpen);
  void raisePriority(task.pid);
  return task;
}

/** Runs one open loop by itself. */
export async function runOpenLoop(
  spec: OpenLoopTask,
  signal: AbortSignal,
  onStart: (pid: number) => void = () => {},
): Promise<OpenLoopMeasurement> {
  const task = startOpen();
  onStart(task.pid);
  try {
    return await task.run(spec, signal);
  } finally {
    await task.stop();
  }
}
