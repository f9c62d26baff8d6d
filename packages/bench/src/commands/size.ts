import { resolve } from 'node:path';
import { measuredBy } from '@cpu-bound/report/size/measured';
import { renderSizes } from '@cpu-bound/report/size/page';
import type { Wanted } from '@cpu-bound/report/size/size';
import { UsageError } from '@cpu-bound/study/config/config';
import { amongMain } from '@cpu-bound/study/decide/among';
import { analysisOf } from './report.ts';
import type { Surface } from './surface.ts';

export type SizeFlags = { readonly rate: string; readonly p99: string };

/**
 * `bench size`: whether each strategy keeps a p99 at a request rate, by measured latencies, as Markdown.
 *
 * @throws UsageError for a flag; BenchError where the run measured no latency
 */
export async function sizeCommand(folder: string, flags: SizeFlags, { cwd }: Surface): Promise<string> {
  const wanted = wantedBy(flags);
  const analysis = amongMain(await analysisOf(resolve(cwd, folder)));
  return renderSizes(analysis, measuredBy(analysis), wanted);
}

/** `400` requests a second, `100ms` or `0.1s`. @throws UsageError naming each flag that is wrong */
export function wantedBy({ rate, p99 }: SizeFlags): Wanted {
  const problems: string[] = [];
  const perSecond = Number(rate);
  if (!(perSecond > 0 && perSecond <= 1e6))
    problems.push(`--rate ${rate}: accepted: requests a second, a number above 0`);
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(p99) ?? [];
  const ms = Number(amount) * (unit === 's' ? 1000 : 1);
  if (!(ms > 0)) problems.push(`--p99 ${p99}: accepted: a time with its unit, as 100ms or 0.5s`);
  if (problems.length > 0) throw new UsageError(problems);
  return { perSecond, p99: ms };
}
