import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { workspaceContestants } from '@cpu-bound/measure/contestants/find';
import { isClone } from '@cpu-bound/measure/host/known-environment';
import { studyFrom } from '@cpu-bound/report/published';
import { UsageError } from '@cpu-bound/study/config/config';
import writeFileAtomic from 'write-file-atomic';
import { analysisOf } from './analysis.ts';
import type { Surface } from './surface.ts';

/**
 * `bench publish` writes a study as one small file in `published/`, without names, hosts, paths and arguments.
 *
 * @returns the written file
 * @throws UsageError for an interrupted run, one of the profile smoke, or one that compares two checkouts
 */
export async function publishCommand(
  folder: string,
  { cwd, root, code }: Pick<Surface, 'cwd' | 'root' | 'code'>,
): Promise<string> {
  const analysis = await analysisOf(resolve(cwd, folder));
  if (analysis.run.interrupted || analysis.run.against)
    throw new UsageError([
      `${folder}: ${analysis.run.against ? 'compares two checkouts' : 'was interrupted'}; accepted: a complete run of strategies`,
    ]);
  if (analysis.run.profile === 'smoke')
    throw new UsageError([
      `${folder}: is of the profile smoke, which has no verdicts; accepted: a run of another profile`,
    ]);
  const study = studyFrom(analysis, {
    contestants: (await workspaceContestants(code)).map(({ id }) => id),
    ...(isClone(root) && { functions: './examples/functions/' }),
  });
  const published = join(root, 'published');
  const file = join(published, `${study.id}.json`);
  await mkdir(published, { recursive: true });
  await writeFileAtomic(file, `${JSON.stringify(study, null, 2)}\n`);
  return file;
}
