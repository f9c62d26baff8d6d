/** Tasks that run at the same time. */
const AT_ONCE = 4;
/** The CPU time of a measurement, which exceeds the engine's own work by far. The wall time does not matter. */
const MEASURED_CPU_US = 200_000;
/** A task that only waits spends no CPU time. */
const AT_MOST_MS = 2_000;
/** A share between these two is measured again, because a compiler may have computed on another thread. */
const OFF_THE_LOOP = 0.2;
const ON_THE_LOOP = 0.8;
/** The number of times that a share is measured again. */
const MOST_REPEATS = 3;
/** The most tasks that take turns before the share is known. */
export const MOST_TASKS = AT_ONCE * (1 + MOST_REPEATS);

/**
 * Measures the share of a task's CPU time that the calling thread spends. It is about 1 for code that runs on this
 * thread. It is near 0 for work that Node gives to threads of its own (scrypt, zlib). Wall time would not show it,
 * since a thread that waits for a core looks busy.
 */
export async function loopShareWhenWarm(task: () => unknown): Promise<number> {
  let share = await loopShare(task);
  for (let repeat = 0; repeat < MOST_REPEATS && share > OFF_THE_LOOP && share < ON_THE_LOOP; repeat++)
    share = Math.max(share, await loopShare(task));
  return share;
}

async function loopShare(task: () => unknown): Promise<number> {
  const began = performance.now();
  const [own, all] = [micros(process.threadCpuUsage()), micros(process.cpuUsage())];
  const spent = () => micros(process.cpuUsage()) - all;
  const oneAfterTheOther = async () => {
    do await task();
    while (spent() < MEASURED_CPU_US && performance.now() - began < AT_MOST_MS);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, oneAfterTheOther));
  return spent() === 0 ? 1 : Math.min(1, (micros(process.threadCpuUsage()) - own) / spent());
}

const micros = ({ user, system }: NodeJS.CpuUsage) => user + system;
