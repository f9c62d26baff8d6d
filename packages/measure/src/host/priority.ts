import { availableParallelism } from 'node:os';
import { run } from './run.ts';

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
