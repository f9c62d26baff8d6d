import { raisePriority } from '../host/priority.ts';
import { startTask, type TaskProcess } from '../host/task.ts';
import type { Milliseconds } from '../model.ts';
import { createWorkloads, type RelayedQuestion, type Workloads } from '../own/own-process.ts';
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
  /** Requests that replace those of the workload. */
  readonly requests?: RequestSource;
};

const here = (path: string) => new URL(path, import.meta.url);
const closedModule = here('./closed/child.ts');
const openModule = here('./open/child.ts');
const jobsModule = here('./jobs/child.ts');
const referenceModule = here('./reference/child.ts');

/**
 * A generator starts, connects, waits for the last answers and sums up within this time, on any machine that is fit
 * for measuring.
 */
const GRACE_SECONDS = 20;

const longestClosed = ({ leadInSeconds, seconds }: ClosedTask): Milliseconds =>
  (leadInSeconds + seconds + MOST_LEAD_OUT_SECONDS + TIMEOUT_SECONDS + GRACE_SECONDS) * 1000;

const longestOpen = ({ leadInSeconds, seconds, afterwards, timeoutMs }: OpenLoopTask): Milliseconds =>
  (leadInSeconds + seconds + (afterwards?.seconds ?? 0) + GRACE_SECONDS) * 1000 + timeoutMs;

/**
 * The load generators of a run. Each kind of load has a process of its own, so that neither the bench nor another
 * load can delay it. The process serves one window after the other, so it is warm when a window counts.
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
  /** Ends all generators, as after a load that was cut short. The next use of one starts it again. */
  stop(): Promise<void>;
};

/**
 * Starts each generator at its first use. Those that must be punctual get a raised priority. None runs a user's own code:
 * the bench asks the process of the workload for the requests, and whether an answer is right.
 */
export function createGenerators(workloads: Workloads = createWorkloads()): Generators {
  const answer = ({ specifier, question }: RelayedQuestion) => workloads.ask(specifier, question);
  const closed = new OnDemand(() =>
    startTask<ClosedTask, ClosedLoopMeasurement>(closedModule, { longest: longestClosed, answer }),
  );
  const open = new OnDemand(() => startOpen(answer));
  const probe = new OnDemand(() => startOpen(answer));
  const reference = new OnDemand(() =>
    startTask<ReferenceSpec, ReferenceTiming>(referenceModule, { leadsGroup: true }),
  );
  const jobs = new OnDemand(() =>
    startTask<SubmitSpec | CollectSpec, SubmitResult | CollectResult>(jobsModule, { answer }),
  );
  return {
    get closed() {
      return closed.task;
    },
    get open() {
      return open.task;
    },
    get probe() {
      return probe.task;
    },
    get reference() {
      return reference.task;
    },
    jobs: {
      submit: (spec, signal) => jobs.task.run(spec, signal) as Promise<SubmitResult>,
      collect: (spec, signal) => jobs.task.run(spec, signal) as Promise<CollectResult>,
    },
    async stop() {
      await Promise.all([closed, open, probe, reference, jobs, workloads].map((one) => one.stop()));
    },
  };
}

/** A process that starts at its first use, and again after it was stopped. */
class OnDemand<S, T> {
  readonly #start: () => TaskProcess<S, T>;
  #task: TaskProcess<S, T> | undefined;

  constructor(start: () => TaskProcess<S, T>) {
    this.#start = start;
  }

  get task(): TaskProcess<S, T> {
    this.#task ??= this.#start();
    return this.#task;
  }

  async stop(): Promise<void> {
    const task = this.#task;
    this.#task = undefined;
    await task?.stop();
  }
}

function startOpen(
  answer?: (question: RelayedQuestion) => Promise<unknown>,
): TaskProcess<OpenLoopTask, OpenLoopMeasurement> {
  const task = startTask<OpenLoopTask, OpenLoopMeasurement>(openModule, { longest: longestOpen, answer });
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
