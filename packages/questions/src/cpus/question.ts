import type { Question } from '@cpu-bound/report/question';
import type { Config } from '@cpu-bound/study/config/config';
import type { Omission } from '@cpu-bound/study/model';
import type { ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import type { WithRounds } from '../measures.ts';
import { analyse, needs } from './analyse.ts';
import { charts, section } from './section.ts';

/** The share of a core that a container with a limit of `cpus: 0.5` has. */
const SHARE = 0.5;
/** More numbers of cores would take more time than they are worth. */
const MOST_COUNTS = 4;
const SECONDS = 0.5;
const LEAD_IN_SECONDS = 0.3;
const PROBES_PER_SECOND = 40;
const PROBE_TIMEOUT_MS = 900;

/**
 * Returns a share of a core, then one, two, four, … of the machine's cores. All cores are left out, because every other
 * question has them.
 */
export function cpuCounts({ cores, cpuLimits }: Pick<Config, 'cores' | 'cpuLimits'>): number[] {
  const powers = Array.from({ length: Math.ceil(Math.log2(cores)) }, (_, power) => 2 ** power);
  return [
    ...(cpuLimits.withoutShare === undefined ? [SHARE] : []),
    ...(cpuLimits.withoutCores === undefined ? powers.slice(0, MOST_COUNTS) : []),
  ];
}

/**
 * Plans a saturating load with an occasional light request, for all contestants side by side on the same number of
 * cores.
 */
export function plan(config: Config): ScenarioPlan {
  const { headline, connections, contestants } = config;
  const ids = contestants.map(({ id }) => id);
  return {
    starts: cpuCounts(config).map((cpus) => ({
      name: String(cpus),
      contestant: ids,
      changes: { cpus },
      windows: [
        {
          id: `cpus-${cpus}`,
          condition: { input: headline, setting: { connections, cpus } },
          seconds: SECONDS,
          leadInSeconds: LEAD_IN_SECONDS,
          load: { kind: 'closed', query: headline, connections },
          probe: { path: '/hello', perSecond: PROBES_PER_SECOND, timeoutMs: PROBE_TIMEOUT_MS },
        },
      ],
    })),
  };
}

export const leftOut = ({ cpuLimits }: Config): Omission[] => [
  ...(cpuLimits.withoutShare === undefined ? [] : [{ what: 'half a core', reason: cpuLimits.withoutShare }]),
  ...(cpuLimits.withoutCores === undefined ? [] : [{ what: 'fewer cores', reason: cpuLimits.withoutCores }]),
];

export const cpus: Question<WithRounds> = {
  id: 'cpus',
  question: 'What helps on one core?',
  profiles: ['thorough'],
  once: ['standard'],
  plan,
  leftOut,
  analyse,
  needs,
  section,
  charts,
};
