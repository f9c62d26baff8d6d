import { variantsFor } from '@cpu-bound/measure/contestants/manifest';
import { defined } from '@cpu-bound/workload/defined';
import type { Config } from '../../config/config.ts';
import type { ConnectionPolicy, Omission } from '../../model.ts';
import type { ScenarioPlan, SittingWindow } from '../../plan/scenario-plan.ts';
import { HIGH, openLoad } from '../../plan/windows.ts';

const SECONDS = 1.5;
const LEAD_IN_SECONDS = 0.4;

/** Those that deal out connections, with their variants, and one that deals out requests to compare with. */
function subjectsOf({ contestants }: Config): string[] {
  const dealing = contestants.filter(({ deals }) => deals === 'connections');
  const [reference] = contestants.filter(({ deals }) => deals === 'requests');
  const all = [...dealing, ...variantsFor(dealing, 'connections'), ...(reference ? [reference] : [])];
  return all.map(({ id }) => id);
}

const POLICIES: readonly ConnectionPolicy[] = ['random', 'in-turn', 'most-recent', 'per-request'];

/** The same requests per second, over connections that are chosen in each of the ways. */
export function planConnections(config: Config): ScenarioPlan {
  const { headline, connections: many } = config;
  if (connectionsLeftOut(config).some(({ contestant }) => contestant === undefined)) return {};
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

/** One worker gets all the work, however it comes; and only connections can be dealt out unevenly. */
export function connectionsLeftOut(config: Config): Omission[] {
  const { workers, contestants } = config;
  if (workers < 2) return [{ reason: 'with one worker there is nothing to spread' }];
  if (!contestants.some(({ deals }) => deals === 'connections'))
    return [{ reason: 'none of the contestants deals out connections' }];
  return contestants
    .filter(({ id }) => !subjectsOf(config).includes(id))
    .map(({ id, workers: has }) => ({
      contestant: id,
      reason:
        has === false
          ? 'it has no workers that work could be spread over'
          : 'it deals out requests, whatever they come by, as the one that stands here for all of that kind',
    }));
}
