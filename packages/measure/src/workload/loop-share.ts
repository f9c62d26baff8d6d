/** Tasks. */
export const AT_ONCE = 4;
/** Enough CPU time for what the engine does beside it to count for little, however long it takes to get it. */
const WATCHED_CPU_US = 200_000;
/** One that only waits spends none. */
const AT_MOST_MS = 2_000;

const micros = ({ user, system }: NodeJS.CpuUsage) => user + system;

/**
 * The share of a task's CPU time that the calling thread spends: about 1 for what is computed on it, near 0 for what
 * Node hands to threads of its own (scrypt, zlib) and only waits for. Of CPU time and not of wall time, since a thread
 * that waits for a core looks busy.
 */
export async function loopShare(task: () => unknown): Promise<number> {
  const began = performance.now();
  const [own, all] = [micros(process.threadCpuUsage()), micros(process.cpuUsage())];
  const spent = () => micros(process.cpuUsage()) - all;
  const oneAfterTheOther = async () => {
    do await task();
    while (spent() < WATCHED_CPU_US && performance.now() - began < AT_MOST_MS);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, oneAfterTheOther));
  return spent() === 0 ? 1 : Math.min(1, (micros(process.threadCpuUsage()) - own) / spent());
}
