import { variantsFor } from '@cpu-bound/measure/contestants/manifest';
import type { Question } from '@cpu-bound/report/question';
import type { Config } from '@cpu-bound/study/config/config';
import type { ConnectionPolicy, Omission } from '@cpu-bound/study/model';
import type { ScenarioPlan, SittingWindow } from '@cpu-bound/study/plan/scenario-plan';
import { HIGH, openLoad } from '@cpu-bound/study/plan/windows';
import { defined } from '@cpu-bound/workload/defined';
import { analyse, type ConnectionsAnalysis } from './analyse.ts';
import { charts, section } from './section.ts';

const SECONDS = 1.5;
const LEAD_IN_SECONDS = 0.4;

/**
 * Selects the contestants that distribute connections, with their variants, and one that distributes requests, for
 * comparison.
 */
function subjectsOf({ contestants }: Config): string[] {
  const dealing = contestants.filter(({ deals }) => deals === 'connections');
  const [reference] = contestants.filter(({ deals }) => deals === 'requests');
  const all = [...dealing, ...variantsFor(dealing, 'connections'), ...(reference ? [reference] : [])];
  return all.map(({ id }) => id);
}

const POLICIES: readonly ConnectionPolicy[] = ['random', 'in-turn', 'most-recent', 'per-request'];

/**
 * Leaves out contestants with one worker, which gets all the work anyway, and those that do not distribute connections.
 */
export function leftOut(config: Config): Omission[] {
  const { workers, contestants } = config;
  if (workers < 2) return [{ reason: 'with one worker, nothing can be spread' }];
  if (!contestants.some(({ deals }) => deals === 'connections'))
    return [{ reason: 'no contestant distributes connections' }];
  return contestants
    .filter(({ id }) => !subjectsOf(config).includes(id))
    .map(({ id, workers: has }) => ({
      contestant: id,
      reason:
        has === false
          ? 'it has no workers that work could be spread over'
          : 'it distributes requests, whatever their connection; one strategy stands here for all of that kind',
    }));
}

/** Plans the same requests per second over connections that are chosen in each of the ways. */
export function plan(config: Config): ScenarioPlan {
  const { headline, connections: many } = config;
  if (leftOut(config).some(({ contestant }) => contestant === undefined)) return {};
  const contestants = subjectsOf(config);
  return {
    sitting: POLICIES.map(
      (policy): SittingWindow => ({
        window: {
          id: `connections-${policy}`,
          condition: {
            input: headline,
            setting: defined({ ...HIGH, policy, connections: policy === 'per-request' ? undefined : many }),
          },
          seconds: SECONDS,
          leadInSeconds: LEAD_IN_SECONDS,
          load: openLoad(headline, HIGH, { policy }),
        },
        contestants,
      }),
    ),
  };
}

export const connections: Question<ConnectionsAnalysis> = {
  id: 'connections',
  question: 'Does it matter how clients connect?',
  profiles: ['thorough'],
  plan,
  leftOut,
  analyse,
  section,
  charts,
};
