import { setTimeout as sleep } from 'node:timers/promises';
import { settleElsewhere } from '@cpu-bound/measure/host/elsewhere/connect';
import { someRunnable } from '@cpu-bound/measure/host/runnable';
import type { Service } from '@cpu-bound/measure/host/service';
import { cpuSeconds, processesOf } from '@cpu-bound/measure/host/usage';

const INTERVAL_MS = 60;
/** An idle service uses less CPU time than this in an interval, in ms. The system counts in steps of 10 ms. */
const IDLE_MS = 15;
const MOST_INTERVALS = 130;

/**
 * Waits until the service is idle. After a load stops, a busy event loop still computes requests whose clients have left.
 * They would slow down the next window.
 */
export async function settle(service: Service, signal: AbortSignal): Promise<void> {
  if (service.kind === 'remote') return settleElsewhere(service, signal);
  const pids = await processesOf({ ...service, backendPids: [] });
  for (let interval = 0; interval < MOST_INTERVALS; interval++) {
    const before = await cpuSeconds(pids);
    await sleep(INTERVAL_MS, undefined, { signal });
    const after = await cpuSeconds(pids);
    if (before === undefined || after === undefined) return;
    // A service that hardly gets a core uses little CPU time, too. But then one of its threads is runnable.
    if ((after - before) * 1000 <= IDLE_MS && !(await someRunnable(pids))) return;
  }
}
