import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { Question } from '@cpu-bound/report/question';
import type { Config } from '@cpu-bound/study/config/config';
import { ROUNDS_TO_LIE_APART } from '@cpu-bound/study/decide/relation';
import type { Omission } from '@cpu-bound/study/model';
import type { ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import { openLoad } from '@cpu-bound/study/plan/windows';
import { TASK_TIMEOUT_MS } from '@cpu-bound/study/run/poison';
import { POISONS, type Poison } from '@cpu-bound/workload/poisoned';
import type { WithRounds } from '../measures.ts';
import { analyse, HEAP_MIB, LOAD, needs } from './analyse.ts';
import { charts, section } from './section.ts';

const AT_SECONDS = 0.2;
const SECONDS = 1.8;
const LEAD_IN_SECONDS = 0.2;
/**
 * An abort ends its process, and an endless task never ends. Every strategy except a queue handles one of them badly.
 */
const TELLING: readonly Poison[] = ['abort', 'endless'];

const canBePoisoned = ({ faults = [] }: Contestant) => faults.includes('poison');

/** Leaves out the contestants that load the workload with code which is not ours. */
export const leftOut = ({ contestants }: Config): Omission[] =>
  contestants
    .filter((contestant) => !canBePoisoned(contestant))
    .map(({ id }) => ({
      contestant: id,
      reason: 'its manifest does not name the fault poison: its workload cannot fail on demand',
    }));

/** Plans one window for each kind of failure, in sequence on one start; a service that dies is started again. */
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

export const isolation: Question<WithRounds> = {
  id: 'isolation',
  question: 'Does a failing task harm others?',
  profiles: ['standard', 'thorough'],
  plan,
  leftOut,
  analyse,
  needs,
  section,
  charts,
};
