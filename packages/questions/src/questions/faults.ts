import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import { fewestRoundsFor } from '@cpu-bound/stats/verdict';
import { metricOver } from '@cpu-bound/study/analyse/measures';
import type { Observation } from '@cpu-bound/study/analyse/observations';
import { recoveryFrom } from '@cpu-bound/study/analyse/observations';
import type { Need } from '@cpu-bound/study/decide/need';
import {
  type Cell,
  isCount,
  type Metric,
  type Omission,
  type ScenarioAnalysis,
} from '@cpu-bound/study/model';
import { amount, answerTo, isOver } from '../analyse.ts';
import { outcomes, recovery } from '../metrics.ts';
import { REDIS_OF_THE_USER } from '../plan.ts';
import type { NeedSpec, QuestionSpec, WindowSpec } from '../question.ts';

export type FaultsAnalysis = ScenarioAnalysis & {
  /** The kind of worker that was killed, by contestant. */
  readonly ended: Readonly<Record<string, 'a process' | 'a thread'>>;
};

type Kind = Exclude<NonNullable<Contestant['faults']>[number], 'poison'>;
/** The length of the watch from the window's start: Redis alone stays away for a second. */
const SECONDS: Readonly<Record<Kind, number>> = { 'kill-worker': 3, 'redis-restart': 4.8 };
const KINDS: readonly Kind[] = ['kill-worker', 'redis-restart'];
const NAMES: Readonly<Record<Kind, string>> = {
  'kill-worker': 'a worker ends in the middle of a task',
  'redis-restart': 'Redis is killed, and restarts empty a second later',
};

const needsRedis = ({ needs }: { readonly needs?: readonly string[] }) => needs?.includes('redis') ?? false;

/**
 * The cell of a fault, by its failed requests. The counts are added in each round, and the sums summarised as each of the
 * counts is.
 */
const cellOf = (failed: Metric, find: Parameters<NonNullable<NeedSpec['cell']>>[1]): Cell | undefined => {
  const [sent, refused, lost, recovered] = [find('sent'), find('refused'), find('lost'), find('recovery')];
  const { contestant, condition, rounds = [] } = failed;
  if (!sent || !refused || !lost) return undefined;
  const sums = rounds.map(
    (value, index) => value + (lost.rounds?.[index] ?? 0) + (refused.rounds?.[index] ?? 0),
  );
  const [count] = metricOver({ contestant, metric: 'unserved', condition }, new Map(sums.entries()));
  return (
    count && {
      kind: 'around a fault',
      count: amount(count),
      total: Math.round(sent.estimate),
      recovery: recovered && { ...amount(recovered), isOver: isOver(find) },
    }
  );
};

/** Relates by unanswered requests, fewer being better. A recovery is a time, for which these rounds are too few. */
const needOf = (kind: Kind, under: string) => ({
  of: ['errors', 'lost', 'refused'] as const,
  at: ({ setting }: Metric['condition']) => setting.fault === kind,
  under,
  apart: 'rounds' as const,
  cell: cellOf,
});

/** The ways to end a worker. */
const PROCESS = { name: 'process', how: 'SIGKILL of a process' };
const THREAD = { name: 'thread', how: 'process.exit() in a thread' };

const workerDies: Need<FaultsAnalysis> = {
  id: 'worker-dies',
  title: 'killed worker',
  unit: 'unanswered',
  group: 'failures',
  order: 60,
  answer(found, analysis) {
    const answer = answerTo(needOf('kill-worker', ''), found, analysis);
    if (!answer) return undefined;
    const all = Object.entries(answer.cells);
    const isOfThread = (id: string) => found.ended[id] === 'a thread';
    // A thread ends by other means than a process, so only contestants of the more frequent kind are compared.
    const [kind, other] =
      all.filter(([id]) => isOfThread(id)).length > all.length / 2 ? [THREAD, PROCESS] : [PROCESS, THREAD];
    const cells = all.map(([id, cell]): [string, Cell] => {
      const isApart = isOfThread(id) !== (kind === THREAD);
      return [id, isApart && isCount(cell) ? { ...cell, apart: other.name } : cell];
    });
    // The only process of some is the service itself.
    const without = (analysis.leftOut ?? []).flatMap(({ what, contestant }) =>
      what === 'kill-worker' && contestant !== undefined ? [[contestant, 'no workers'] as const] : [],
    );
    return {
      ...answer,
      under: `${kind.how}, under load`,
      title: `killed ${kind.name}`,
      cells: Object.fromEntries(cells),
      without: Object.fromEntries(without),
    };
  },
};

const redisDies: Need<FaultsAnalysis> = {
  id: 'redis-dies',
  title: 'killed Redis',
  unit: 'unanswered',
  group: 'failures',
  order: 65,
  answer(found, analysis) {
    const answer = answerTo(needOf('redis-restart', NAMES['redis-restart']), found, analysis);
    if (!answer) return undefined;
    const unhurt = analysis.contestants.filter((contestant) => !needsRedis(contestant)).map(({ id }) => id);
    const none = unhurt.map((id): [string, Cell] => [id, { kind: 'none', why: 'no Redis' }]);
    return {
      ...answer,
      uncounted: unhurt.length > 0 ? 'true by construction: only some strategies need Redis' : undefined,
      cells: { ...answer.cells, ...Object.fromEntries(none) },
      relate(one, other) {
        const [isOne, isOther] = [unhurt.includes(one), unhurt.includes(other)];
        if (isOne !== isOther) return isOne ? 'better' : 'worse';
        return isOne ? 'equivalent' : answer.relate(one, other);
      },
    };
  },
};

const recovered = ({ result: { open, fault } }: Observation) =>
  open && fault && recoveryFrom(open, fault.atMs);

/** One window per fault, with a continuous load. A thread can only be ended from within: by a task that exits. */
export const faults: QuestionSpec<FaultsAnalysis> = {
  id: 'faults',
  question: 'What if a worker or Redis dies?',
  profiles: ['standard', 'thorough'],
  why: 'Requests in a killed process are cut with their connections; a job in Redis waits until another worker takes it ([BullMQ: stalled jobs](https://docs.bullmq.io/guide/workers/stalled-jobs)). What only Redis holds is gone as long as Redis is.',
  place: 'each',
  changes: ({ faults: own }) => (own?.includes('poison') ? { poisoned: true } : undefined),
  windows: ({ contestants, ownRedis, profile: { inFull } }) =>
    (inFull ? KINDS : KINDS.toReversed()).map((kind): WindowSpec => {
      const can = ({ faults: own }: Contestant) =>
        own?.includes(kind) && (kind !== 'redis-restart' || ownRedis);
      // A task that exits ends its worker as well, and the question of isolation examines that more closely: a figure is
      // enough here. The outage of Redis alone has few contestants and no ratios.
      const brief = kind === 'kill-worker' ? { rounds: 1, start: 'worker' } : { rounds: fewestRoundsFor(1) };
      return {
        id: kind,
        seconds: SECONDS[kind],
        leadInSeconds: 0.4,
        load: { load: 0.6, of: 'core' },
        setting: { fault: kind },
        fault: { kind, atSeconds: 0.8 },
        contestants: contestants.filter(can),
        ...(!inFull && brief),
      };
    }),
  leftOut: ({ contestants, ownRedis }) =>
    contestants.flatMap((contestant): Omission[] => {
      const { id, faults: own = [] } = contestant;
      const withoutWorker = {
        contestant: id,
        what: 'kill-worker',
        reason: 'its manifest does not name this fault: it has no worker apart from its main process',
      };
      const out = own.includes('kill-worker') ? [] : [withoutWorker];
      if (!needsRedis(contestant)) return out;
      if (!own.includes('redis-restart'))
        return [
          ...out,
          { contestant: id, what: 'redis-restart', reason: 'its manifest names no such fault' },
        ];
      return ownRedis ? out : [...out, { contestant: id, what: 'a killed Redis', ...REDIS_OF_THE_USER }];
    }),
  named: ({ setting }) => NAMES[setting.fault as Kind] ?? '',
  metrics: [
    ...outcomes,
    {
      id: 'retaken',
      title: 'computed again',
      shown: 'count',
      read: ({ result }) => result.fault?.retaken,
    },
    ...recovery(recovered),
  ],
  more: ({ observations }) => ({
    ended: Object.fromEntries(
      observations.flatMap(({ subject, result }) =>
        result.fault?.ended ? [[subject.contestant, result.fault.ended]] : [],
      ),
    ),
  }),
  needs: [workerDies, redisDies],
  details: () => [
    'A worker that is a process is ended by SIGKILL, and a thread by a task that calls process.exit().',
  ],
  charts: [{ title: 'From the fault until all was well again', axis: 'ms', of: ['recovery'] }],
};
