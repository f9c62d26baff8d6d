import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { Question } from '@cpu-bound/report/question';
import { fewestRoundsFor } from '@cpu-bound/stats/family';
import type { Config } from '@cpu-bound/study/config/config';
import type { Omission } from '@cpu-bound/study/model';
import type { OwnStart, ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import { openLoad, type Rate } from '@cpu-bound/study/plan/windows';
import { defined } from '@cpu-bound/workload/defined';
import { REDIS_OF_THE_USER } from '../redis-of-the-user.ts';
import { analyse, type FaultsAnalysis, needs } from './analyse.ts';
import { charts, section } from './section.ts';

type Kind = Exclude<NonNullable<Contestant['faults']>[number], 'poison'>;

const RATE: Rate = { load: 0.6, of: 'core' };
const LEAD_IN_SECONDS = 0.4;
/**
 * The moment of the fault, and the length of the watch from the window's start: Redis alone stays away for a second.
 */
const AT_SECONDS = 0.8;
const SECONDS: Readonly<Record<Kind, number>> = { 'kill-worker': 3, 'redis-restart': 4.8 };
/** The rounds if only the outage of Redis is measured: it has few contestants and no ratios. */
const ROUNDS = fewestRoundsFor(1);
const kinds: readonly Kind[] = ['kill-worker', 'redis-restart'];

const needsRedis = ({ needs }: Contestant) => needs?.includes('redis') ?? false;

/** Returns the faults of a contestant here: those that its manifest names and the bench may cause. */
const faultsOf = (contestant: Contestant, { ownRedis }: Config): Kind[] =>
  kinds.filter(
    (kind) => (contestant.faults?.includes(kind) ?? false) && (kind !== 'redis-restart' || ownRedis),
  );

/** Plans one window per fault, with a continuous load. A thread can only be ended from within: by a task that exits. */
export function plan(config: Config): ScenarioPlan {
  const starts = config.contestants.flatMap((contestant): OwnStart[] => {
    const windows = faultsOf(contestant, config).map((kind) => ({
      id: kind,
      condition: { input: config.headline, setting: { fault: kind, ...RATE } },
      seconds: SECONDS[kind],
      leadInSeconds: LEAD_IN_SECONDS,
      load: openLoad(config.headline, RATE),
      fault: { kind, atSeconds: AT_SECONDS },
    }));
    const start = (name: string, windows: OwnStart['windows'], rounds?: number): OwnStart[] =>
      windows.length === 0
        ? []
        : [
            defined({
              name,
              contestant: contestant.id,
              rounds,
              changes: contestant.faults?.includes('poison') ? { poisoned: true as const } : undefined,
              windows,
            }),
          ];
    if (config.profile.inFull) return start(contestant.id, windows);
    // A task that exits ends its worker as well, and the question of isolation examines that more closely: a figure is
    // enough here.
    return [
      ...start(
        contestant.id,
        windows.filter(({ id }) => id !== 'kill-worker'),
        ROUNDS,
      ),
      ...start(
        `${contestant.id}-worker`,
        windows.filter(({ id }) => id === 'kill-worker'),
        1,
      ),
    ];
  });
  return { starts };
}

/** Returns the contestants without a fault, with the reason. */
export function leftOut(config: Config): Omission[] {
  return config.contestants.flatMap((contestant): Omission[] => {
    const { id, faults = [] } = contestant;
    const out: Omission[] = [];
    if (!faults.includes('kill-worker')) {
      out.push({
        contestant: id,
        what: 'kill-worker',
        reason: 'its manifest does not name this fault: it has no worker apart from its main process',
      });
    }
    if (!needsRedis(contestant)) return out;
    if (!faults.includes('redis-restart')) {
      out.push({ contestant: id, what: 'redis-restart', reason: 'its manifest names no such fault' });
    } else if (!config.ownRedis) {
      out.push({ contestant: id, what: 'a killed Redis', ...REDIS_OF_THE_USER });
    }
    return out;
  });
}

export const faults: Question<FaultsAnalysis> = {
  id: 'faults',
  question: 'What if a worker or Redis dies?',
  profiles: ['standard', 'thorough'],
  plan,
  leftOut,
  analyse,
  needs,
  section,
  charts,
};
