import { join } from 'node:path';
import { questions } from '@cpu-bound/questions/questions';
import { QUOTING, writePages, writeQuotes } from '@cpu-bound/report/write';
import { UsageError } from '@cpu-bound/study/config/config';
import type { Analysis } from '@cpu-bound/study/model';
import { layout } from '@cpu-bound/study/results/store';

/** Replaces the report of the repository, which is REPORT.md and report/ with the page in HTML. @returns the page */
export async function publish(analysis: Analysis, root: string): Promise<string> {
  assertStrategies('--publish', analysis);
  const page = join(root, layout.report);
  const folder = join(root, 'report');
  await writePages(analysis, questions, { page, folder });
  return page;
}

/** Makes a study the one that the guides quote. @returns its file */
export async function quote(analysis: Analysis, root: string): Promise<string> {
  assertStrategies('--guide', analysis);
  await writeQuotes(root, analysis);
  return join(root, QUOTING.study);
}

function assertStrategies(flag: string, { run }: Analysis): void {
  if (run.against)
    throw new UsageError([
      `${flag}: ${run.id} compares two checkouts; REPORT.md and the guide are about strategies`,
    ]);
}
