import type { Config } from '../../measure/config/config.ts';
import { cellsOf } from '../../measure/plan/cells.ts';
import { conditionOf } from '../../measure/plan/condition.ts';
import type { LeftOut, Trial, Window } from '../../model.ts';

const LEAD_IN_SECONDS = 0.2;
const STRETCH = 1.25;
/** More would take longer than they tell. */
const MOST_COUNTS = 6;
/** What has no workers to count; a manifest has no word for it. */
const WITHOUT_WORKERS = ['single'];

/** 1, 2, 4, … with the cores and twice the cores; on many cores only the upper ones beside 1. */
export function workerCounts(cores: number): number[] {
  const most = 2 * cores;
  const powers = Array.from({ length: Math.floor(Math.log2(most)) + 1 }, (_, power) => 2 ** power);
  const all = [...new Set([...powers, cores, most])].sort((a, b) => a - b);
  return all.length <= MOST_COUNTS ? all : [1, ...all.slice(1 - MOST_COUNTS)];
}

/** A closed loop on a fresh start with each number of workers. */
export function planWorkers(config: Config): Trial[] {
  const { profile, connections, headline, cores, workers: usual } = config;
  if (cores < 2) return [];
  const contestants = config.contestants.filter(({ id }) => !WITHOUT_WORKERS.includes(id));
  return workerCounts(cores).flatMap((workers) => {
    const window: Window = {
      id: `workers-${workers}`,
      condition: { ...conditionOf(headline), workers },
      seconds: Math.round(profile.windowSeconds * STRETCH * 100) / 100,
      leadInSeconds: LEAD_IN_SECONDS,
      load: { kind: 'closed', query: headline, connections },
    };
    const own = workers === usual ? {} : { workers };
    const options = { scenario: 'workers', rounds: profile.rounds.other, contestants };
    return cellsOf(config, { ...options, ...own, suffix: `${workers}` }, [window]);
  });
}

/** Who has no workers to count, and the machine that has no second core. */
export function workersLeftOut({ cores, contestants }: Config): LeftOut[] {
  if (cores < 2) return [{ reason: 'this machine has one core: there is nothing to scale over' }];
  return contestants
    .filter(({ id }) => WITHOUT_WORKERS.includes(id))
    .map(({ id }) => ({ contestant: id, reason: 'it has no workers: its one process computes' }));
}
