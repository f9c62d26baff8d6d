import { readFile } from 'node:fs/promises';
import type { LocalService } from '@cpu-bound/measure/host/service';

/** Counts how often this service began the task of each trace. A poisoned task has the trace `poison`. */
export async function timesBegun({
  poisonLog,
}: Pick<LocalService, 'poisonLog'>): Promise<Map<string, number>> {
  const text = await readFile(poisonLog, 'utf8').catch(() => ''); // no task has begun yet
  const times = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [trace = ''] = line.split(' ');
    if (trace !== '') times.set(trace, (times.get(trace) ?? 0) + 1);
  }
  return times;
}
