import { availableParallelism } from 'node:os';
import { run } from './run.ts';

/**
 * Asks for real-time scheduling of a process and its threads; whether it was granted. Linux with util-linux's
 * `chrt`, and root, CAP_SYS_NICE or an RLIMIT_RTPRIO.
 *
 * The load generator stands for machines elsewhere: where it shares few cores with what it loads, it must not
 * wait for a core until the scheduler's next tick, or every late request is the generator's fault. It sleeps most of
 * the time, and the kernel keeps a share for the others in any case (sched_rt_runtime_us).
 *
 * In turns (SCHED_RR), not first come first served: two generators whose threads spin until another of theirs has had a
 * core, as V8 does when it collects garbage, would keep two cores for good.
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
