import { runTask } from '../host/task.ts';
import type { LoadResult } from '../model.ts';
import type { ClosedLoopSpec } from './closed/closed-loop.ts';
import type { KernelResult, KernelSpec } from './kernel.ts';
import type { OpenLoopTask } from './open/child.ts';
import type { OpenLoopResult } from './open/open-loop.ts';

const here = (path: string) => new URL(path, import.meta.url);

/** Each load runs in a process of its own, so that the bench's own work cannot delay it. */
export const runClosedLoop = (spec: ClosedLoopSpec & { workload: string }, signal: AbortSignal) =>
  runTask<{ result: LoadResult; latencies: Float32Array }>(here('./closed/child.ts'), spec, signal);

export const runOpenLoop = (spec: OpenLoopTask, signal: AbortSignal) =>
  runTask<{ result: OpenLoopResult; latencies: Float32Array }>(here('./open/child.ts'), spec, signal);

export const timeKernel = (spec: KernelSpec, signal: AbortSignal) =>
  runTask<KernelResult>(here('./kernel.ts'), spec, signal);
