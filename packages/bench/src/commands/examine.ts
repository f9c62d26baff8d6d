import { isStartable } from '@cpu-bound/measure/contestants/manifest';
import type { WorkloadFacts } from '@cpu-bound/measure/workload/examine';
import { aboutRecall } from '@cpu-bound/study/analyse/own-function';
import { type RunSettings, UsageError } from '@cpu-bound/study/config/config';
import { withAnswers } from '@cpu-bound/study/run/targets';
import type { Surface } from './surface.ts';

/** The families that compute in threads, whose stack is larger than that of a process's main thread. */
const IN_THREADS = ['pools', 'queues'];

/** Computes each query of a workload once, before any measurement. @throws UsageError for each that fails */
export async function examine(
  { workloadSpecifier: specifier, workload, headline, longest, requests, contestants, flags }: RunSettings,
  { signal, workloads, print }: Surface,
): Promise<WorkloadFacts> {
  if (requests) return { problems: [], notes: [] };
  const kernels = contestants.filter(isStartable).flatMap(({ kernel }) => kernel ?? []);
  const facts = await workloads.examine({ specifier, headline, kernels: [...new Set(kernels)] }, signal, {
    longest,
    inThreads: contestants.every(
      (contestant) => isStartable(contestant) && IN_THREADS.includes(contestant.family ?? ''),
    ),
    onSlow: (what) => print(`the workload: ${what}`),
  });
  for (const note of facts.notes) print(`the workload: ${note}`);
  for (const { message, remedy } of aboutRecall(workload.name, facts.recall))
    print(`the workload: ${message}; to do: ${remedy}`);
  if (facts.problems.length === 0) return facts;
  throw new UsageError(
    facts.problems.map((problem) => `--workload ${flags.workload ?? specifier}: ${problem}`),
  );
}

/** Sends the requests of a file to all targets once, and stores the answers as the expected ones. */
export async function tryRequests(
  settings: RunSettings,
  { signal, print, step }: Surface,
): Promise<RunSettings> {
  if (!settings.requests) return settings;
  const { shown, count, sha256, statusOnly } = settings.requests;
  step(`sending each of ${count} requests to each target once`);
  const requests = await withAnswers(settings.requests, settings, signal);
  print(
    `${shown}: ${count} requests (SHA-256 ${sha256.slice(0, 12)}…), ${statusOnly ? 'the statuses are as expected' : 'the answers agree'}`,
  );
  return { ...settings, requests };
}
