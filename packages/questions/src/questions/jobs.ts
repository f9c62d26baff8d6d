import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import { findMetric, named as namedMetric } from '@cpu-bound/study/analyse/look-up';
import type { Config } from '@cpu-bound/study/config/config';
import { byRounds, inAllRespects, type Need, ROUNDS_TO_LIE_APART } from '@cpu-bound/study/decide/need';
import type {
  Cell,
  Condition,
  ContestantFacts,
  Durability,
  JobsResult,
  MetricId,
  Omission,
  Persistence,
  ScenarioAnalysis,
} from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { amount } from '../analyse.ts';
import { REDIS_OF_THE_USER } from '../plan.ts';
import type { MetricSpec, QuestionSpec, WindowSpec } from '../question.ts';

/** The ways of persisting jobs. Those of Redis have a Redis of their own; the last two suffer no fault. */
const NAMES: Readonly<Record<Durability, string>> = {
  off: 'append-only file off',
  everysec: 'append-only file, synced every second',
  always: 'append-only file, synced always',
  commit: 'PostgreSQL, synced with each commit',
  own: 'its own store',
};
const DURABILITIES = Object.keys(NAMES) as Durability[];
const PERSISTENCES: readonly Persistence[] = ['off', 'everysec', 'always'];
const isOfRedis = (durability: Durability): durability is Persistence =>
  PERSISTENCES.some((persistence) => persistence === durability);
/** Redis's own default: the only one if there is no time for all. */
const USUAL: Persistence = 'everysec';
/** Few rounds are enough, because jobs are counted, and no two contestants are compared. */
export const ROUNDS = 5;
const STEADY = { load: 0.8, of: 'core' } as const;

const isShort = ({ profileName }: Config): boolean => profileName === 'smoke';

function durabilitiesOf({ needs }: Contestant, config: Config): readonly Durability[] {
  if (!needs?.includes('redis')) return [needs?.includes('postgres') ? 'commit' : 'own'];
  if (isShort(config)) return PERSISTENCES.slice(-1);
  return config.profile.inFull ? PERSISTENCES : [USUAL];
}

/**
 * Selects contestants that take jobs. One that needs Redis takes part only if the bench can start another Redis for it.
 */
const takesJobs = ({ jobs, needs = [] }: Contestant, { ownRedis }: Config) =>
  jobs === true && (ownRedis || !needs.includes('redis'));

/** Returns the windows of a start with one way of persisting jobs: only a Redis has one in which it is killed. */
function windowsOf(persistence: Durability, config: Config): WindowSpec[] {
  const { headline, workload, profile, contestants } = config;
  // The burst tests the capacity of the queue, not that of the work; of the backlog some jobs wait, and some are done.
  const [count, backlog] = isShort(config) ? [100, 100] : [5_000, 200];
  const smallest = workload.sizes[0]?.query ?? headline;
  const steady = { kind: 'job', query: headline, ofCapacity: STEADY.load, of: STEADY.of } as const;
  const burst = (query: Condition['input'], jobs: number) =>
    ({ kind: 'job', query, burst: jobs, connections: 50 }) as const;
  const shared = {
    seconds: 2,
    leadInSeconds: 0,
    rounds: ROUNDS,
    start: persistence,
    changes: isOfRedis(persistence) ? { persistence } : {},
    contestants: contestants.filter(
      (each) => takesJobs(each, config) && durabilitiesOf(each, config).includes(persistence),
    ),
  };
  const isWhole = isShort(config) || profile.inFull;
  return [
    {
      ...shared,
      id: `jobs-steady-${persistence}`,
      seconds: isShort(config) ? 1 : 2,
      load: steady,
      setting: { ...STEADY, persistence },
    },
    ...(isWhole
      ? [
          {
            ...shared,
            id: `jobs-burst-${persistence}`,
            query: smallest,
            load: burst(smallest, count),
            setting: { burst: count, persistence },
          },
        ]
      : []),
    ...(isWhole && isOfRedis(persistence)
      ? [
          {
            ...shared,
            id: `jobs-redis-killed-${persistence}`,
            load: steady,
            // Redis stays away for a second.
            fault: { kind: 'redis-restart', atSeconds: 1 } as const,
            setting: { ...STEADY, persistence, fault: 'redis-restart' } as const,
          },
        ]
      : []),
    {
      ...shared,
      id: `jobs-all-restarted-${persistence}`,
      load: burst(headline, backlog),
      fault: { kind: 'restart-all', atSeconds: 0 },
      setting: { burst: backlog, persistence, fault: 'restart-all' },
    },
  ];
}

/** Names the arrivals and the way in which accepted jobs are persisted: `a burst of 5,000; append-only file off`. */
function named({ setting }: Condition): string {
  const { fault, burst, persistence = 'off' } = setting;
  const jobs = burst?.toLocaleString('en-GB');
  const arrivals = () => {
    if (fault === 'redis-restart') return 'Redis killed, back after a second';
    if (fault === 'restart-all') return `every process restarted with ${jobs} accepted`;
    return burst === undefined ? wording.load({ input: {}, setting }) : `a burst of ${jobs}`;
  };
  return `${arrivals()}; ${NAMES[persistence]}`;
}

const ofJobs = (
  id: MetricId,
  title: string,
  read: (jobs: JobsResult) => number | undefined,
  shown: 'interval' | 'count' = 'interval',
): MetricSpec => ({ id, title, shown, read: ({ result }) => result.jobs && read(result.jobs) });

const OUTCOMES = ['sent', 'accepted', 'refused', 'failed', 'done', 'lost', 'twice'] as const;

const metrics: readonly MetricSpec[] = [
  ...OUTCOMES.map((outcome) =>
    ofJobs(
      `jobs-${outcome}`,
      outcome === 'twice' ? 'started twice' : outcome,
      (jobs) => jobs[outcome],
      'count',
    ),
  ),
  ofJobs('accept-rate', 'accepted per second', ({ acceptedPerSecond }) => acceptedPerSecond),
  ofJobs('accept-p50', 'accepted after, p50 (ms)', ({ acceptMs }) => acceptMs?.p50),
  ofJobs('accept-p99', 'p99', ({ acceptMs }) => acceptMs?.p99),
  ofJobs('done-p50', 'done after, p50 (ms)', ({ doneMs }) => doneMs?.p50),
  ofJobs('done-p99', 'p99', ({ doneMs }) => doneMs?.p99),
  ofJobs('done-max', 'oldest (ms)', ({ doneMs }) => doneMs?.max),
  {
    id: 'redis-cpu-ms-per-job',
    title: 'Redis CPU per job (ms)',
    read: ({ result: { jobs, usage } }) =>
      jobs && usage?.redisCpu !== undefined ? (usage.redisCpu * 1000) / jobs.accepted : undefined,
  },
];

/** A need that is judged over all durabilities: fewer lost jobs with one of them, and more with none. */
const keepsJobs: Need<ScenarioAnalysis> = {
  id: 'jobs',
  title: 'accepted jobs at a restart',
  unit: 'lost',
  group: 'failures',
  matter: 'jobs',
  row: 'jobs',
  order: 57,
  answer({ metrics: all }, analysis) {
    const restarted = namedMetric(all, 'jobs-lost').filter(
      ({ condition }) => condition.setting.fault === 'restart-all',
    );
    if (restarted.length === 0) return undefined;
    const withDurability = (durability: Durability) =>
      restarted.filter(({ condition }) => condition.setting.persistence === durability);
    const measured = DURABILITIES.filter((durability) => withDurability(durability).length > 0);
    const shown = measured.find((durability) => durability === USUAL) ?? measured[0];
    const cellOf = ({ id, jobs: has }: ContestantFacts): Cell | undefined => {
      const own = DURABILITIES.flatMap(withDurability).filter(({ contestant }) => contestant === id);
      const usual = own.find(({ condition }) => condition.setting.persistence === shown) ?? own[0];
      if (!usual) return has ? undefined : { kind: 'none', why: 'no job API' };
      const accepted = findMetric(all, id, 'jobs-accepted', usual.condition);
      return {
        kind: 'lost jobs',
        count: amount(usual),
        total: accepted && Math.round(accepted.estimate),
      };
    };
    const takes = (id: string) =>
      restarted.some(({ contestant }) => contestant === id) ||
      analysis.contestants.some((contestant) => contestant.id === id && contestant.jobs === true);
    const lessLost = inAllRespects(...DURABILITIES.map((durability) => byRounds(withDurability(durability))));
    return {
      under: `with Redis’s append-only file off, every second, always${measured.includes('commit') ? '; with PostgreSQL at each commit' : ''}${measured.includes('own') ? '; with a store of its own' : ''}`,
      better: 'lower',
      uncounted: analysis.contestants.every(({ id }) => takes(id))
        ? undefined
        : 'true by construction: only some strategies accept jobs',
      cells: Object.fromEntries(
        analysis.contestants.flatMap((contestant) => {
          const cell = cellOf(contestant);
          return cell ? [[contestant.id, cell]] : [];
        }),
      ),
      relate(one, other) {
        if (takes(one) !== takes(other)) return takes(one) ? 'better' : 'worse';
        return takes(one) ? lessLost(one, other) : 'equivalent';
      },
      n: Math.max(0, ...restarted.map(({ n }) => n)),
      enough: ROUNDS_TO_LIE_APART,
    };
  },
};

export const jobs: QuestionSpec = {
  id: 'jobs',
  question: 'Are accepted jobs lost?',
  profiles: ['standard', 'thorough'],
  why: 'An accepted job is a record in Redis, and lost only if Redis loses it. Without an append-only file, Redis keeps what its last snapshot has ([Redis: persistence](https://redis.io/docs/latest/operate/oss_and_stack/management/persistence/)).',
  place: 'each',
  changes: () => ({ poisoned: true }),
  windows: (config) => DURABILITIES.flatMap((durability) => windowsOf(durability, config)),
  leftOut(config) {
    const cannot = config.contestants.filter((contestant) => !takesJobs(contestant, config));
    const brief: Omission = {
      what: 'bursts, a killed Redis, other ways to keep data',
      reason: 'measured with --scenarios jobs or --profile thorough',
    };
    const isAll = cannot.length === config.contestants.length;
    return [
      ...cannot.map(({ id, jobs: has }) => ({
        contestant: id,
        ...(has ? { what: 'accepted jobs', ...REDIS_OF_THE_USER } : { reason: 'it has no job API' }),
      })),
      ...(config.profile.inFull || isAll ? [] : [brief]),
    ];
  },
  named,
  metrics,
  needs: [keepsJobs],
  charts: [
    {
      title: 'Until a job is accepted (median, steady rate)',
      axis: 'ms',
      of: ['accept-p50'],
      at: ({ setting }) => setting.fault === undefined && setting.burst === undefined,
    },
  ],
};
