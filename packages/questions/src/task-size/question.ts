import type { Question } from '@cpu-bound/report/question';
import type { Config } from '@cpu-bound/study/config/config';
import type { ScenarioPlan, SittingWindow } from '@cpu-bound/study/plan/scenario-plan';
import { CLOSED_LEAD_IN, headlineClosed, idOf } from '@cpu-bound/study/plan/windows';
import type { WithRounds } from '../measures.ts';
import { analyse, flips } from './analyse.ts';
import { charts, section } from './section.ts';

/** The window of the smallest task has this multiple of the usual length. */
const SHORTEST = 0.8;
/** The window of the largest task has this multiple in addition. */
const LONGER = 2.4;

/** Plans a closed loop per size: the larger the task, the longer the window. */
function sizeLoops({ profile, workload, workers, contestants }: Config): SittingWindow[] {
  // This many connections keep all workers busy, and the backlog of large tasks short.
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

/** Plans a closed loop per size. If there is no time for all, only the smallest size and the headline have one. */
export function plan(config: Config): ScenarioPlan {
  const sizes = sizeLoops(config);
  return {
    sitting: config.profile.inFull ? sizes : [...sizes.slice(0, 1), headlineClosed(config, 1)],
  };
}

export const taskSize: Question<WithRounds> = {
  id: 'task-size',
  question: 'From which task size on does each strategy pay off?',
  profiles: ['thorough'],
  plan,
  analyse,
  flips,
  section,
  charts,
};
