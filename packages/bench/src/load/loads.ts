import { raisePriority } from '../host/priority.ts';
import { runTask, startTask, type TaskProcess } from '../host/task.ts';
import type { LoadResult } from '../model.ts';
import type { ClosedLoopSpec } from './closed/closed-loop.ts';
import type { KernelResult, KernelSpec } from './kernel.ts';
import type { OpenLoopTask } from './open/child.ts';
import type { OpenLoopMeasured } from './open/spec.ts';

type ClosedTask = ClosedLoopSpec & { readonly workload: string };
type Measured<R> = { readonly result: R; readonly latencies: Float32Array };

const here = (path: string) => new URL(path, import.meta.url);
const closedModule = here('./closed/child.ts');
const openModule = here('./open/child.ts');

/**
 * The load generators of a run. Each kind of load has a process of its own, so that neither the bench's work nor
 * another load can delay it; it serves one window after the other, so that it is warm when it counts.
 */
export type Generators = {
  readonly closed: TaskProcess<ClosedTask, Measured<LoadResult>>;
  readonly open: TaskProcess<OpenLoopTask, OpenLoopMeasured>;
  readonly probe: TaskProcess<OpenLoopTask, OpenLoopMeasured>;
  /** Ends them all, as after a load that was cut short; whoever is asked for next starts afresh. */
  stop(): Promise<void>;
};

/** Starts each generator when it is first asked for; those that must be punctual at a raised priority. */
export function createGenerators(): Generators {
  const started = new Map<string, TaskProcess<never, never>>();
  const once = <S extends object, T>(name: string, module: URL, punctual: boolean): TaskProcess<S, T> => {
    const there = started.get(name) as TaskProcess<S, T> | undefined;
    if (there) return there;
    const task = startTask<S, T>(module);
    if (punctual) void raisePriority(task.pid);
    started.set(name, task as never);
    return task;
  };
  return {
    get closed() {
      return once<ClosedTask, Measured<LoadResult>>('closed', closedModule, false);
    },
    get open() {
      return once<OpenLoopTask, OpenLoopMeasured>('open', openModule, true);
    },
    get probe() {
      return once<OpenLoopTask, OpenLoopMeasured>('probe', openModule, true);
    },
    async stop() {
      const tasks = [...started.values()];
      started.clear();
      await Promise.all(tasks.map((task) => task.stop()));
    },
  };
}

/** One open loop by itself. */
export const runOpenLoop = (spec: OpenLoopTask, signal: AbortSignal, onStart?: (pid: number) => void) =>
  runTask<OpenLoopTask, OpenLoopMeasured>(openModule, spec, signal, (pid) => {
    void raisePriority(pid);
    onStart?.(pid);
  });

export const timeKernel = (spec: KernelSpec, signal: AbortSignal) =>
  runTask<KernelSpec, KernelResult>(here('./kernel.ts'), spec, signal);
