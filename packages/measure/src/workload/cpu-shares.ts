import { endedChildrenCpuMs } from '../host/proc.ts';

/** Tasks that run at the same time. */
const AT_ONCE = 4;
/** The CPU time of a measurement, which exceeds the engine's own work by far. The wall time does not matter. */
const MEASURED_CPU_US = 200_000;
/** A task that only waits spends hardly any CPU time, and too little to tell on which threads. */
const AT_MOST_MS = 2_000;
const LEAST_CPU_US = 50_000;
/** A share between these two is measured again, because a compiler may have computed on another thread. */
const OFF_THE_LOOP = 0.2;
const ON_THE_LOOP = 0.8;
/** The number of times that a share is measured again. */
const MOST_REPEATS = 3;
/** The most tasks that take turns before the share is known. */
export const MOST_TASKS = AT_ONCE * (1 + MOST_REPEATS);

/** The shares of a task's CPU time that the calling thread spends, and that ended child processes have spent. */
export type CpuShares = { readonly loopShare: number; readonly childShare: number };

/**
 * Measures where a task's CPU time is spent. The loop's share of this process is about 1 for code that runs on this
 * thread. It is near 0 for work that Node gives to threads of its own (scrypt, zlib). Wall time would not show it, since
 * a thread that waits for a core looks busy.
 */
export async function cpuSharesWhenWarm(task: () => unknown): Promise<CpuShares> {
  let shares = await cpuShares(task);
  const isUnclear = ({ loopShare }: CpuShares) => loopShare > OFF_THE_LOOP && loopShare < ON_THE_LOOP;
  for (let repeat = 0; repeat < MOST_REPEATS && isUnclear(shares); repeat++) {
    const again = await cpuShares(task);
    if (again.loopShare > shares.loopShare) shares = again;
  }
  return shares;
}

async function cpuShares(task: () => unknown): Promise<CpuShares> {
  const began = performance.now();
  const [own, all] = [micros(process.threadCpuUsage()), micros(process.cpuUsage())];
  const childrenBefore = endedChildrenCpuMs();
  const spentHere = () => micros(process.cpuUsage()) - all;
  const spentByChildren = () => 1000 * (endedChildrenCpuMs() - childrenBefore);
  const oneAfterTheOther = async () => {
    do await task();
    while (spentHere() + spentByChildren() < MEASURED_CPU_US && performance.now() - began < AT_MOST_MS);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, oneAfterTheOther));
  const children = spentByChildren();
  const here = spentHere();
  return {
    loopShare: here < LEAST_CPU_US ? 1 : Math.min(1, (micros(process.threadCpuUsage()) - own) / here),
    childShare: children === 0 ? 0 : children / (children + here),
  };
}

const micros = ({ user, system }: NodeJS.CpuUsage) => user + system;
