import { resolve } from 'node:path';
import { measuredBy } from '@cpu-bound/report/size/measured';
import { renderSizes } from '@cpu-bound/report/size/page';
import { amongMain } from '@cpu-bound/study/decide/among';
import { type CaseFlags, wantedBy } from './case.ts';
import { analysisOf } from './report.ts';
import type { Surface } from './surface.ts';

/**
 * `bench size`: whether each strategy keeps a p99 at a request rate, by measured latencies, as Markdown.
 *
 * @throws UsageError for a flag; BenchError where the run measured no latency
 */
export async function sizeCommand(folder: string, flags: CaseFlags, { cwd }: Surface): Promise<string> {
  const wanted = wantedBy(flags);
  const analysis = amongMain(await analysisOf(resolve(cwd, folder)));
  return renderSizes(analysis, measuredBy(analysis), wanted);
}
