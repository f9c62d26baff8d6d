import { resolve } from 'node:path';
import { questions } from '@cpu-bound/questions/questions';
import { renderSummary } from '@cpu-bound/report/page';
import { shareable } from '@cpu-bound/study/decide/shareable';
import { weightsOf } from './adr.ts';
import { type CaseFlags, caseOf } from './case.ts';
import { analysisOf } from './report.ts';
import type { Surface } from './surface.ts';

export type SummaryFlags = Partial<CaseFlags> & { readonly need?: readonly string[] };

/** `bench summary` writes the first screen of a run for the summary of a CI job, with nothing private. */
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
