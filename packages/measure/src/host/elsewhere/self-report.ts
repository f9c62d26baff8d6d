import { defined } from '@cpu-bound/workload/defined';
import { oneOff } from '../readiness.ts';
import type { SelfReport } from '../service.ts';

const ANSWER_WITHIN_MS = 2_000;

/**
 * Reads the figures that a service reports to Prometheus, if it does. The counters cover the processes that report
 * together, which need not be all of them. The busy share of the event loops counts from the last request for it.
 */
export async function readSelfReport(origin: string): Promise<SelfReport> {
  const askedAtMs = performance.now();
  const response = await fetch(`${origin}/metrics`, {
    headers: oneOff,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(() => undefined);
  const text = response?.ok ? await response.text().catch(() => '') : '';
  const cpu = seriesOf(text, 'process_cpu_seconds_total');
  if (cpu.length === 0) return {};
  const rss = seriesOf(text, 'process_resident_memory_bytes');
  const loops = seriesOf(text, 'nodejs_eventloop_utilization');
  return {
    serverCpu: sum(cpu),
    report: defined({
      askedAtMs,
      answeredAtMs: performance.now(),
      rssBytes: rss.length > 0 ? sum(rss) : undefined,
      loopBusy: loops.length > 0 ? sum(loops) / loops.length : undefined,
    }),
  };
}

/** Reads all series of one name from the text format of Prometheus. */
function seriesOf(text: string, name: string): number[] {
  const pattern = new RegExp(`^${name}(?:\\{.*\\})? (\\S+)`);
  return text.split('\n').flatMap((line) => {
    const value = pattern.exec(line)?.[1];
    return value === undefined ? [] : [Number(value)];
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
