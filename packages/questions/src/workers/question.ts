import type { Question } from '@cpu-bound/report/question';
import type { Config } from '@cpu-bound/study/config/config';
import type { Omission } from '@cpu-bound/study/model';
import type { ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import { CLOSED_LEAD_IN } from '@cpu-bound/study/plan/windows';
import type { WithExtent } from '../measures.ts';
import { analyse, flips } from './analyse.ts';
import { charts, section } from './section.ts';

const STRETCH = 2;
/** More numbers of workers would take more time than they are worth. */
const MOST_COUNTS = 6;

/** Returns 1, 2, 4, … with the cores and twice the cores; with many cores only 1 and the largest numbers. */
export function workerCounts(cores: number): number[] {
  const largest = 2 * cores;
  const powers = Array.from({ length: Math.floor(Math.log2(largest)) + 1 }, (_, power) => 2 ** power);
  const all = [...new Set([...powers, cores, largest])].sort((a, b) => a - b);
  return all.length <= MOST_COUNTS ? all : [1, ...all.slice(1 - MOST_COUNTS)];
}

/** Plans a closed loop for each number of workers, each on a separate start, including the usual number. */
export function plan({ profile, connections, headline, cores, contestants }: Config): ScenarioPlan {
  if (cores < 2) return {};
  return {
    starts: contestants
      .filter(({ workers }) => workers !== false)
      .flatMap(({ id }) =>
        workerCounts(cores).map((workers) => ({
          name: `${id}-${workers}`,
          contestant: id,
          changes: { workers },
          windows: [
            {
              id: `workers-${workers}`,
              condition: { input: headline, setting: { connections, workers } },
              seconds: profile.windowSeconds * STRETCH,
              leadInSeconds: CLOSED_LEAD_IN,
              load: { kind: 'closed', query: headline, connections },
            },
          ],
        })),
      ),
  };
}

/** Leaves out contestants without workers to count, and a machine without a second core. */
export function leftOut({ cores, contestants }: Config): Omission[] {
  if (cores < 2) return [{ reason: 'this machine has one core: there is nothing to scale over' }];
  return contestants
    .filter(({ workers }) => workers === false)
    .map(({ id }) => ({ contestant: id, reason: 'it has no workers: its one process computes' }));
}

export const workers: Question<WithExtent> = {
  id: 'workers',
  question: 'Does throughput grow with workers, also beyond the number of cores?',
  profiles: ['thorough'],
  plan,
  leftOut,
  analyse,
  flips,
  section,
  charts,
};
