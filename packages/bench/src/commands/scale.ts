import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BenchError } from '@cpu-bound/measure/model/errors';
import { between } from '@cpu-bound/report/between-marks';
import { renderScaling } from '@cpu-bound/report/scaling/page';
import { moreCommand } from '@cpu-bound/study/analyse/more-command';
import { UsageError } from '@cpu-bound/study/config/config';
import { amongMain } from '@cpu-bound/study/decide/among';
import writeFileAtomic from 'write-file-atomic';
import { analysisOf } from './report.ts';
import type { Surface } from './surface.ts';

/**
 * `bench scale`: what one Redis can take, and what a million requests cost, by a run, as Markdown.
 *
 * @returns its text; with `into` it stands between the marks of that file
 * @throws UsageError for a file without marks; BenchError where the run measured too little
 */
export async function scaleCommand(
  folder: string,
  into: string | undefined,
  { cwd }: Pick<Surface, 'cwd'>,
): Promise<string> {
  const analysis = amongMain(await analysisOf(resolve(cwd, folder)));
  const text = renderScaling(analysis);
  if (text === undefined)
    throw new BenchError('OPEN', [
      `run ${analysis.run.id}: has no CPU time per request; accepted: a run that measured it, for example by ${moreCommand(analysis)} --scenarios capacity,cost`,
    ]);
  if (into === undefined) return text;
  const file = resolve(cwd, into);
  const page = await readFile(file, 'utf8').catch(() => '');
  const written = between(page, text);
  if (written === undefined)
    throw new UsageError([`--into ${into}: has no marks for generated figures; accepted: docs/scaling.md`]);
  await writeFileAtomic(file, written);
  return text;
}
