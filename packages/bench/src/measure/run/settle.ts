import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../host/service-process.ts';
import { readUsage, usageBetween } from '../host/usage.ts';

const LOOK_MS = 80;
/** CPU milliseconds of a look that an idle service does not reach. */
const IDLE_MS = 20;
const MOST_LOOKS = 100;

/**
 * Waits until the service is idle. A load that stops leaves requests behind that a busy event loop cannot give up:
 * it computes them though nobody waits, and would do so at the expense of the next window.
 */
export async function settle({ mark }: ServiceProcess, signal: AbortSignal): Promise<void> {
  for (let look = 0; look < MOST_LOOKS; look++) {
    const before = await readUsage(mark, undefined);
    await sleep(LOOK_MS, undefined, { signal });
    const { serverCpu } = usageBetween(before, await readUsage(mark, undefined));
    if (serverCpu === undefined || serverCpu * 1000 <= IDLE_MS) return;
  }
}
