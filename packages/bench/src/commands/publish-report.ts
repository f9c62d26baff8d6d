import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reportScenarios } from '@cpu-bound/report/sections/sections';
import { writeFigures, writeReport } from '@cpu-bound/report/write';
import { UsageError } from '@cpu-bound/study/config/config';
import type { Analysis } from '@cpu-bound/study/model';
import { layout } from '@cpu-bound/study/results/store';

/** Makes a report the one of the repository: REPORT.md, report/, the guide's figures and the page of published comparisons. Returns the page. */
export async function publish(analysis: Analysis, root: string): Promise<string> {
  if (analysis.run.against)
    throw new UsageError([
      `--publish: ${analysis.run.id} compares two checkouts; REPORT.md is about strategies`,
    ]);
  const page = join(root, layout.report);
  await writeReport(analysis, reportScenarios, { page, folder: join(root, 'report') });
  await writeFigures(join(root, 'docs/choosing.md'), analysis);
  if (existsSync(join(root, 'report/published'))) {
    const { writePublishedPage } = await import('./published.ts');
    await writePublishedPage(analysis, root);
  }
  return page;
}
