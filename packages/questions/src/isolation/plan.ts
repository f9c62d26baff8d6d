import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { Config } from '@cpu-bound/study/config/config';
import { ROUNDS_TO_LIE_APART } from '@cpu-bound/study/decide/relation';
import type { Omission } from '@cpu-bound/study/model';
import type { ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import { openLoad } from '@cpu-bound/study/plan/windows';
import { TASK_TIMEOUT_MS } from '@cpu-bound/study/run/poison';
import { POISONS, type Poison } from '@cpu-bound/workload/poisoned';

/**
 * The offered load as a share of what one core computes. A single process has room for it, so that no request fails
 * for lack of room.
 */
export const LOAD = 0.4;
const AT_SECONDS = 0.2;
const SECONDS = 1.8;
const LEAD_IN_SECONDS = 0.2;
/** One ends its process, the other never ends: every strategy but a queue handles one of them badly. */
const TELLING: readonly Poison[] = ['abort', 'endless'];
/** All have a heap of this size, in MiB: in another container it is another, and takes longer to fill. */
export const HEAP_MIB = 128;

const canBePoisoned = ({ faults = [] }: Contestant) => faults.includes('poison');

/** The contestants that load the workload by code which is not ours. */
export const leftOut = ({ contestants }: Config): Omission[] =>
  contestants
    .filter((contestant) => !canBePoisoned(contestant))
    .map(({ id }) => ({
      contestant: id,
      reason: 'its manifest does not name the fault poison: its workload cannot fail on demand',
    }));

/** One window for each way to fail, one after the other on one start; what dies of it is started again. */
export function plan({ headline, contestants, profile }: Config): ScenarioPlan {
  const windowOf = (how: Poison) => ({
    id: `poison-${how}`,
    condition: {
      input: headline,
      setting: { fault: `poison-${how}` as const, load: LOAD, of: 'core' as const },
    },
    seconds: SECONDS,
    leadInSeconds: LEAD_IN_SECONDS,
    load: openLoad(headline, { load: LOAD, of: 'core' }),
    fault: { kind: `poison-${how}` as const, atSeconds: AT_SECONDS },
  });
  return {
    starts: contestants.filter(canBePoisoned).map(({ id }) => ({
      name: id,
      contestant: id,
      rounds: ROUNDS_TO_LIE_APART,
      changes: {
        poisoned: true,
        env: {
          TASK_TIMEOUT_MS: String(TASK_TIMEOUT_MS),
          NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
          THREADS_HEAP_MB: String(HEAP_MIB),
        },
      },
      windows: (profile.inFull ? POISONS : TELLING).map(windowOf),
    })),
  };
}
