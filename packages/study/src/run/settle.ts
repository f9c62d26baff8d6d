import { setTimeout as sleep } from 'node:timers/promises';
import { settleElsewhere } from '@cpu-bound/measure/host/elsewhere/connect';
import { someRunnable } from '@cpu-bound/measure/host/runnable';
import type { Service } from '@cpu-bound/measure/host/service';
import { cpuSeconds, treeOf } from '@cpu-bound/measure/host/usage';

const LOOK_MS = 60;
/** CPU milliseconds of a look that an idle service does not reach; the accounts count in steps of ten. */
const IDLE_MS = 15;
const MOST_LOOKS = 130;

/**
 * Waits until the service is idle. A load that stops leaves requests behind that a busy event loop cannot give up:
 * it computes them though nobody waits, and would do so at the expense of the next window.
 */
export async function settle(service: Service, signal: AbortSignal): Promise<void> {
  if (service.kind === 'remote') return settleElsewhere(service, signal);
  const pids = await treeOf(service.mark);
  for (let look = 0; look < MOST_LOOKS; look++) {
    const before = await cpuSeconds(pids);
    await sleep(LOOK_MS, undefined, { signal });
    const after = await cpuSeconds(pids);
    if (before === undefined || after === undefined) return;
    // One that hardly gets a core spends little as well, but is waiting for it.
    if ((after - before) * 1000 <= IDLE_MS && !(await someRunnable(pids))) return;
  }
}
