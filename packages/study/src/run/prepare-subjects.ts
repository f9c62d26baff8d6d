import type { Query } from '@cpu-bound/workload';
import type { Subject, Trial } from '../model.ts';
import type { TrialRun } from './trial-run.ts';
import { warmUp } from './warm-up.ts';

/** Starts, verifies and warms up a group, one subject after the other, so that each start has the machine to itself. */
export async function prepareSubjects(
  group: readonly Subject[],
  { trial, services, context }: TrialRun,
): Promise<void> {
  const { cpus = 1, poisoned, workload } = trial.changes ?? {};
  const start = async (subject: Subject) => {
    context.signal.throwIfAborted();
    await services.start(subject);
    await services.with(subject.name, async ({ handle }) => {
      for (const query of queriesFor(subject, trial))
        await context.ports.verify(handle.service().origin, query, workload);
    });
  };
  if (cpus < 1)
    await Promise.all(group.map(start)); // each is limited to a fraction of the machine in any case
  else for (const subject of group) await start(subject);
  // A poisoned service is counted and not timed. Another workload has no headline that would warm up the code for all
  // of its sizes.
  if (poisoned || workload !== undefined) return;
  for (const { name } of group) {
    await services.with(name, async ({ subject, handle }, signal) => {
      await warmUp(subject, handle.service(), context, signal, trial.changes?.cpus);
      await context.ports.settle(handle.service(), signal);
    });
  }
}

/** The queries that the trial sends to a subject, each once. */
function queriesFor({ name }: Subject, { blocks }: Trial): Query[] {
  const queries = blocks.flatMap(({ window: { load }, order }) => {
    if (!load || !order.includes(name)) return [];
    return load.kind === 'open' && load.mix ? load.mix.map(({ query }) => query) : [load.query];
  });
  return [...new Map(queries.map((query) => [JSON.stringify(query), query])).values()];
}
