import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { layout, ResultsError } from './store.ts';

/** The folder of the run that ended last. @throws ResultsError where there is none */
export async function newestRun(root: string): Promise<string> {
  const results = join(root, 'results');
  const names = (await readdir(results).catch(() => [])).toSorted().reverse();
  const newest = names.find((name) => existsSync(join(results, name, layout.analysis)));
  if (newest !== undefined) return join(results, newest);
  throw new ResultsError(
    `${results}: there is no run yet; accepted: a run's folder, or begin with pnpm bench run`,
  );
}
