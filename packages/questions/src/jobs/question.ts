import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { Question } from '@cpu-bound/report/question';
import type { Config } from '@cpu-bound/study/config/config';
import type { Durability, Omission, Persistence, Window } from '@cpu-bound/study/model';
import type { ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import type { WithRounds } from '../measures.ts';
import { REDIS_OF_THE_USER } from '../redis-of-the-user.ts';
import { analyse, needs, PERSISTENCES, USUAL } from './analyse.ts';
import { charts, section } from './section.ts';

/** The offered load as a share of what one core computes. */
const LOAD = 0.8;
const SECONDS = 2;
/** Redis is killed at this moment, and stays away for a second. */
const KILL_AT_SECONDS = 1;
/** The number of jobs of the smallest size. The burst tests the capacity of the queue, not that of the work. */
const BURST = 5_000;
/** The number of jobs if the run only tries whether everything works. */
const SHORT_BURST = 100;
const SHORT_SECONDS = 1;
/** The number of jobs of the headline's size: some are waiting, some in progress and some done. */
const BACKLOG = 200;
const CONNECTIONS = 50;
/** Few rounds are enough, because jobs are counted, and no two contestants are compared. */
export const ROUNDS = 5;
/** The windows if there is no time for all: the time of a job, and the loss in a restart of everything. */
const BRIEFLY = ['jobs-steady', 'jobs-all-restarted'];

/**
 * Plans a start for each way of persisting jobs: with a Redis of its own on disk, with the run's PostgreSQL, or with the
 * contestant's own store. The last two keep their defaults and suffer no fault.
 */
export function plan(config: Config): ScenarioPlan {
  return {
    starts: config.contestants
      .filter((contestant) => takesJobs(contestant, config))
      .flatMap(({ id, needs }) =>
        durabilitiesOf(needs, config).map((persistence) => ({
          name: `${id}-${persistence}`,
          contestant: id,
          rounds: ROUNDS,
          changes: { poisoned: true as const, ...(isOfRedis(persistence) && { persistence }) },
          windows: windowsOf(persistence, config),
        })),
      ),
  };
}

function durabilitiesOf(needs: Contestant['needs'], config: Config): readonly Durability[] {
  if (needs?.includes('redis')) return persistencesIn(config);
  return [needs?.includes('postgres') ? 'commit' : 'own'];
}

const isOfRedis = (durability: Durability): durability is Persistence =>
  PERSISTENCES.some((persistence) => persistence === durability);

const isShort = ({ profileName }: Config): boolean => profileName === 'smoke';

function persistencesIn(config: Config): readonly Persistence[] {
  if (isShort(config)) return PERSISTENCES.slice(-1);
  return config.profile.inFull ? PERSISTENCES : [USUAL];
}

/** Returns the windows of a start with one way of persisting jobs: only a Redis has one in which it is killed. */
function windowsOf(persistence: Durability, config: Config): Omit<Window, 'questions'>[] {
  const { headline, workload } = config;
  const [count, backlog] = isShort(config) ? [SHORT_BURST, SHORT_BURST] : [BURST, BACKLOG];
  const smallest = workload.sizes[0]?.query ?? headline;
  const share = { load: LOAD, of: 'core' } as const;
  const steady = { kind: 'job', query: headline, ofCapacity: LOAD, of: 'core' } as const;
  const burst = (query: typeof headline, jobs: number) =>
    ({ kind: 'job', query, burst: jobs, connections: CONNECTIONS }) as const;
  const windows: Omit<Window, 'questions'>[] = [
    {
      id: `jobs-steady-${persistence}`,
      condition: { input: headline, setting: { ...share, persistence } },
      seconds: isShort(config) ? SHORT_SECONDS : SECONDS,
      leadInSeconds: 0,
      load: steady,
    },
    {
      id: `jobs-burst-${persistence}`,
      condition: { input: smallest, setting: { burst: count, persistence } },
      seconds: SECONDS,
      leadInSeconds: 0,
      load: burst(smallest, count),
    },
    {
      id: `jobs-redis-killed-${persistence}`,
      condition: { input: headline, setting: { ...share, persistence, fault: 'redis-restart' } },
      seconds: SECONDS,
      leadInSeconds: 0,
      load: steady,
      fault: { kind: 'redis-restart', atSeconds: KILL_AT_SECONDS },
    },
    {
      id: `jobs-all-restarted-${persistence}`,
      condition: { input: headline, setting: { burst: backlog, persistence, fault: 'restart-all' } },
      seconds: SECONDS,
      leadInSeconds: 0,
      load: burst(headline, backlog),
      fault: { kind: 'restart-all', atSeconds: 0 },
    },
  ];
  return windows
    .filter(({ fault }) => isOfRedis(persistence) || fault?.kind !== 'redis-restart')
    .filter(({ id }) => isMeasured(id, config));
}

const isMeasured = (id: string, config: Config): boolean =>
  isShort(config) || config.profile.inFull || BRIEFLY.some((name) => id.startsWith(name));

/**
 * Selects contestants that take jobs. One that needs Redis takes part only if the bench can start another Redis for it.
 */
const takesJobs = ({ jobs, needs = [] }: Contestant, { ownRedis }: Pick<Config, 'ownRedis'>) =>
  jobs === true && (ownRedis || !needs.includes('redis'));

export function leftOut(config: Config): Omission[] {
  const { contestants, profile } = config;
  const why = ({ jobs }: Contestant): Omission =>
    jobs ? { what: 'accepted jobs', ...REDIS_OF_THE_USER } : { reason: 'it has no job API' };
  const cannot = contestants.filter((contestant) => !takesJobs(contestant, config));
  const brief: Omission[] =
    profile.inFull || cannot.length === contestants.length
      ? []
      : [
          {
            what: 'bursts, a killed Redis, other ways to keep data',
            reason: 'measured with --scenarios jobs or --profile thorough',
          },
        ];
  return [...cannot.map((contestant) => ({ contestant: contestant.id, ...why(contestant) })), ...brief];
}

export const jobs: Question<WithRounds> = {
  id: 'jobs',
  question: 'Are accepted jobs lost?',
  profiles: ['standard', 'thorough'],
  plan,
  leftOut,
  analyse,
  needs,
  section,
  charts,
};
