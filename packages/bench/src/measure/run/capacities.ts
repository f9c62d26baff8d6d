import type { Query } from '@cpu-bound/workload';
import {
  busyWith,
  HEADLINE_CLOSED,
  isSteadyLoad,
  type Subject,
  type Trial,
  type Window,
  type WindowResult,
} from '../../model.ts';
import { mean } from '../../stats/moments.ts';

/** What each contestant can answer, in requests per second, as the rounds so far have measured it. */
export type Capacities = {
  /** What a window tells of it; nothing where it is the twin's, or another load's. */
  learn(
    trial: Pick<Trial, 'round' | 'changes'>,
    subject: Subject,
    window: Window,
    result: WindowResult,
  ): void;
  /** What it answers when saturated; undefined before its first closed loop. */
  saturated(contestant: string): number | undefined;
  /** What it could answer if its tasks took as long as they do below saturation; undefined before its first closed loop. */
  sustained(contestant: string): number | undefined;
  /** The smallest that is sustained; undefined while one of them is not known. */
  slowest(contestants: readonly string[]): number | undefined;
};

/** Of one contestant, all rounds so far. */
type Learnt = {
  readonly perSecond: PerRound;
  /** Tasks in computation at once when saturated. */
  readonly busy: PerRound;
  /** What a task computes for below saturation. */
  readonly computeMs: PerRound;
};

type PerRound = Map<number, number[]>;

/**
 * The loads of the open loop are shares of this: it comes from rounds, and from all of them so far, each as much as
 * another.
 *
 * Means, where what is reported are medians: a load goes on for seconds, the slow stretches of the machine included,
 * which the median of short windows leaves out. And a task that finds its core idle may compute for longer than one
 * of many in a row: what that takes is measured where it is asked for (docs/adr/0029).
 */
export function createCapacities(headline: Query): Capacities {
  const learnt = new Map<string, Learnt>();
  const meanOf = (contestant: string, of: keyof Learnt) => {
    const rounds = [...(learnt.get(contestant)?.[of].values() ?? [])];
    return rounds.length === 0 ? undefined : mean(rounds.map(mean));
  };
  const saturated = (contestant: string) => meanOf(contestant, 'perSecond');
  const sustained = (contestant: string) => {
    const [busy = 0, computeMs = 0] = [meanOf(contestant, 'busy'), meanOf(contestant, 'computeMs')];
    return busy > 0 && computeMs > 0 ? (1000 * busy) / computeMs : saturated(contestant);
  };
  return {
    learn({ round, changes }, { contestant, twin }, { id, load: asked }, { load, open }) {
      if (twin) return;
      const of = learnt.get(contestant) ?? { perSecond: new Map(), busy: new Map(), computeMs: new Map() };
      learnt.set(contestant, of);
      if (id === HEADLINE_CLOSED && load) {
        keep(of.perSecond, round, load.perSecond);
        keep(of.busy, round, busyWith(load));
      }
      if (open && asked?.kind === 'open' && isSteadyLoad(asked, headline) && changes === undefined)
        keep(of.computeMs, round, open.computeMs);
    },
    saturated,
    sustained,
    slowest(contestants) {
      const all = contestants.map(sustained);
      const known = all.filter((one) => one !== undefined);
      return known.length === 0 || known.length < all.length ? undefined : Math.min(...known);
    },
  };
}

const keep = (rounds: PerRound, round: number, value: number) =>
  rounds.set(round, [...(rounds.get(round) ?? []), value]);
