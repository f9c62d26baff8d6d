import { resolve } from 'node:path';
import { questions } from '@cpu-bound/questions/questions';
import { renderSummary } from '@cpu-bound/report/summary';
import { shareable } from '@cpu-bound/study/decide/shareable';
import { weightsOf } from './adr.ts';
import { type CaseFlags, caseOf } from './case.ts';
import { analysisOf } from './report.ts';
import type { Surface } from './surface.ts';

/** The reader's case and needs; both may be absent. */
export type SummaryFlags = Partial<CaseFlags> & { readonly need?: readonly string[] };

/**
 * `bench summary` writes the first screen of a run, for the summary of a CI job. It holds nothing private.
 *
 * @throws UsageError for an unknown need, or an incomplete case
 */
export async function summaryCommand(
  folder: string,
  { need, ...given }: SummaryFlags,
  { cwd }: Pick<Surface, 'cwd'>,
): Promise<string> {
  const analysis = shareable(await analysisOf(resolve(cwd, folder)), questions);
  return renderSummary(analysis, questions, {
    readerCase: caseOf(given),
    weights: need && weightsOf(need, analysis.decision.needs),
  });
}
