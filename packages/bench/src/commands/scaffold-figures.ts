import type { Figures } from '@cpu-bound/scaffold';
import { type Analysis, type Metric, sameInput } from '@cpu-bound/study/model';
import { fromRoot } from './repeating-command.ts';
import { analysisOf } from './report.ts';
import { reportableRuns } from './runs.ts';

const MIB = 2 ** 20;

/** Reads a strategy's figures from the best run that measured this function (`/file.ts#name`) with it. */
export async function figuresFor(
  strategy: string,
  specifier: string,
  root: string,
): Promise<Figures | undefined> {
  for (const folder of await reportableRuns(root).catch(() => [])) {
    const analysis = await analysisOf(folder).catch(() => undefined);
    if (!analysis || !isOf(analysis, fromRoot(specifier, root))) continue;
    if (analysis.contestants.some(({ id }) => id === strategy)) return figuresIn(analysis, strategy);
  }
  return undefined;
}

/** Memory is the largest peak of any window: a limit must hold there; pages that count twice leave room. */
export function figuresIn(analysis: Analysis, strategy: string): Figures {
  const { headline } = analysis.run.workload;
  const metrics = Object.values(analysis.scenarios).flatMap((scenario) => scenario.metrics);
  const taskMs = metrics.find(
    ({ metric, condition }) => metric === 'kernel-ms' && sameInput(condition.input, headline),
  )?.estimate;
  const memory = largest(
    metrics.filter(({ metric, contestant }) => metric === 'rss-peak' && contestant === strategy),
  );
  return {
    run: analysis.run.id,
    cores: analysis.environment.cores,
    workers: analysis.run.workers,
    taskMs,
    memoryMiB: memory && memory / MIB,
  };
}

const isOf = ({ run }: Analysis, specifier: string): boolean =>
  run.workload.specifier.replace(/\?.*$/, '') === specifier;

const largest = (metrics: readonly Metric[]): number | undefined =>
  metrics.length === 0 ? undefined : Math.max(...metrics.map(({ estimate }) => estimate));
