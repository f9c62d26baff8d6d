import type { Config } from '@cpu-bound/study/config/config';
import type { ScenarioPlan, SittingWindow } from '@cpu-bound/study/plan/scenario-plan';
import { CLOSED_LEAD_IN, headlineClosed, idOf } from '@cpu-bound/study/plan/windows';

/** Lengths of a throughput's window as multiples: for the smallest task, and the addition for the largest. */
const [SHORTEST, LONGER] = [0.8, 2.4];

/** The larger the task, the longer the window. */
function sizeLoops({ profile, workload, workers, contestants }: Config): SittingWindow[] {
  // Enough that no worker waits for the next request, few enough that the backlog of large tasks stays short.
  const connections = 2 * workers;
  const queries = workload.sizes.map(({ query }) => query);
  return queries.map((query, index) => {
    const place = queries.length > 1 ? index / (queries.length - 1) : 1;
    return {
      window: {
        id: `size-${idOf(query)}`,
        condition: { input: query, setting: { connections } },
        seconds: Math.round(profile.windowSeconds * (SHORTEST + LONGER * place ** 2) * 100) / 100,
        leadInSeconds: CLOSED_LEAD_IN,
        load: { kind: 'closed', query, connections },
      },
      contestants: contestants.map(({ id }) => id),
    };
  });
}

/** A closed loop per size; where there is no time for all, of the smallest, beside the headline's. */
export function plan(config: Config): ScenarioPlan {
  const sizes = sizeLoops(config);
  return {
    sitting: config.profile.inFull ? sizes : [...sizes.slice(0, 1), headlineClosed(config, 1)],
  };
}
