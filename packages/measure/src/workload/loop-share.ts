/** Tasks that run at the same time. */
const AT_ONCE = 4;
/** Enough CPU time for what the engine does beside it to count for little, however long it takes to get it. */
const MEASURED_CPU_US = 200_000;
/** A task that only waits spends no CPU time. */
const AT_MOST_MS = 2_000;
/** Between these shares, a compiler may have computed beside the loop: the share is measured again, at most so often. */
const [BESIDE_FOR_SURE, ON_THE_LOOP, MOST_REPEATS] = [0.2, 0.8, 3];
/** The most tasks that take turns before the share is known. */
export const MOST_TASKS = AT_ONCE * (1 + MOST_REPEATS);

/**
 * The share of a task's CPU time that the calling thread spends: about 1 for what is computed on it, near 0 for what
 * Node hands to threads of its own (scrypt, zlib) and only waits for. It is a share of CPU time and not of wall time,
 * since a thread that waits for a core looks busy.
 */
export async function loopShareWhenWarm(task: () => unknown): Promise<number> {
  let share = await loopShare(task);
  for (let repeat = 0; repeat < MOST_REPEATS && share > BESIDE_FOR_SURE && share < ON_THE_LOOP; repeat++)
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
