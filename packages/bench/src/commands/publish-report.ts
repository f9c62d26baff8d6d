import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { questions } from '@cpu-bound/questions/questions';
import { QUOTING, writeQuotes, writeReport } from '@cpu-bound/report/write';
import { UsageError } from '@cpu-bound/study/config/config';
import type { Analysis } from '@cpu-bound/study/model';
import { layout } from '@cpu-bound/study/results/store';

/** Makes a report the one of the repository: REPORT.md and report/, and nothing else. Returns the page. */
export async function publish(analysis: Analysis, root: string): Promise<string> {
  assertStrategies('--publish', analysis);
  const page = join(root, layout.report);
  await writeReport(analysis, questions, { page, folder: join(root, 'report') });
  return page;
}

/** Makes a study the one that the guides and the page of published comparisons quote; for maintainers. Returns what they quote. */
export async function quote(analysis: Analysis, root: string): Promise<string> {
  assertStrategies('--guide', analysis);
  await writeQuotes(root, analysis);
  const { STORED, writePublishedPage } = await import('./published.ts');
  if (existsSync(join(root, STORED))) await writePublishedPage(analysis, root);
  return join(root, QUOTING.study);
}

function assertStrategies(flag: string, { run }: Analysis): void {
  if (run.against)
    throw new UsageError([
      `${flag}: ${run.id} compares two checkouts; REPORT.md and the guide are about strategies`,
    ]);
}
