import { resolve } from 'node:path';
import { measuredBy } from '@cpu-bound/report/size/measured';
import { renderSizes } from '@cpu-bound/report/size/page';
import { type Kept, keeps } from '@cpu-bound/report/size/size';
import { UsageError } from '@cpu-bound/study/config/config';
import { amongMain } from '@cpu-bound/study/decide/among';
import { type CaseFlags, wantedBy } from './case.ts';
import { analysisOf } from './report.ts';
import type { Surface } from './surface.ts';

export type SizeFlags = CaseFlags & {
  /** The strategy that has to keep the p99. */
  readonly strategy?: string;
};

/** The page, and whether the strategy that was named keeps the p99. */
export type SizeResult = { readonly text: string; readonly kept?: Kept['answer'] };

/**
 * `bench size`: whether each strategy keeps a p99 at a request rate, by measured latencies, as Markdown.
 *
 * @throws UsageError for a flag; BenchError where the run measured no latency
 */
export async function sizeCommand(folder: string, flags: SizeFlags, { cwd }: Surface): Promise<SizeResult> {
  const wanted = wantedBy(flags);
  const analysis = amongMain(await analysisOf(resolve(cwd, folder)));
  const strategies = measuredBy(analysis);
  const text = renderSizes(analysis, strategies, wanted);
  const { strategy } = flags;
  if (strategy === undefined) return { text };
  const named = strategies.find(({ id }) => id === strategy);
  if (!named)
    throw new UsageError([
      `--strategy ${strategy}: the run did not measure it; accepted: ${strategies.map(({ id }) => id).join(', ')}`,
    ]);
  return { text, kept: keeps(named, wanted).answer };
}
