import { isElsewhere, isStartable } from '@cpu-bound/measure/contestants/manifest';
import { rateSetters } from '@cpu-bound/measure/contestants/rate-setters';
import { seededRandom } from '@cpu-bound/stats/random';
import type { Config } from '../config/config.ts';
import type { LeftOut, Manifest, Trial, Window } from '../model.ts';
import { joinWishes, sittingOf } from './sitting.ts';
import { headlineClosed } from './windows.ts';
import type { OwnStart, Wish, Wishes } from './wishes.ts';

/** What the plan stage calls of a scenario. */
export type Planned = {
  readonly id: string;
  readonly plan: (config: Config) => Wishes;
  readonly leftOut?: (config: Config) => readonly LeftOut[];
};

/** As many short sittings as may fill the time that is left; each is cut where the time ends. */
const FILLERS = 40;
const FILLER_BLOCKS = 4;
const FILLER_IMPORTANCE = 1_000;

/**
 * All trials of a run, in the order in which they are measured: round by round, the sitting first, then what wants a
 * start of its own in a seeded order. What comes later among the scenarios matters less when time is short.
 */
export function plan(config: Config, scenarios: readonly Planned[]): Trial[] {
  const { rounds } = config.profile;
  const wishes = scenarios.map((scenario) => ({
    id: scenario.id,
    ...feasible(scenario.plan(config), config),
  }));
  const sitting = wishes.flatMap(({ id, sitting = [] }) =>
    sitting.map((wish) => ({ ...wish, question: id })),
  );
  const joined = joinWishes([...sitting, ...capacityFor(config, wishes)]);
  const inRound = (round: number): Trial[] => {
    const starts = wishes.flatMap(({ id, starts: own = [] }, index) =>
      own
        .filter(({ rounds: most = rounds }) => round <= most)
        .map((one) => startOf(one, id, round, index, config.seed)),
    );
    const shuffled = seededRandom(`${config.seed}/${round}/starts`).shuffle(starts);
    return joined.length > 0 ? [sittingOf(config, round, joined, `sitting/${round}`), ...shuffled] : shuffled;
  };
  const all = Array.from({ length: rounds }, (_, index) => inRound(index + 1)).flat();
  return [...all, ...fillers(config, wishes, joined)];
}

/** The rates of open loops are multiples of a throughput: a block of the headline's closed loop measures it in each round. */
function capacityFor(config: Config, wishes: readonly Wishes[]): Wish[] {
  const inSittings = joinWishes(wishes.flatMap(({ sitting = [] }) => sitting));
  const open = [
    ...inSittings.map(({ window, contestants }) => ({ load: window.load, contestants })),
    ...wishes.flatMap(({ starts = [] }) =>
      starts.flatMap(({ windows, contestant }) =>
        windows.map(({ load }) => ({ load, contestants: [contestant].flat() })),
      ),
    ),
  ].filter(({ load }) => load?.kind === 'open' && load.of !== 'core');
  if (open.length === 0) return [];
  const wish = headlineClosed(config, 1);
  if (open.some(({ contestants }) => !contestants)) return [wish];
  const named = open.flatMap(({ contestants = [] }) => contestants);
  const isShared = open.some(({ load }) => load?.kind === 'open' && load.of !== 'own');
  const others = isShared ? rateSetters(config.contestants) : [];
  return [{ ...wish, contestants: [...new Set([...others, ...named])] }];
}

/** Nobody but who started a service can start it again. */
function feasible({ sitting, starts = [] }: Wishes, { contestants }: Config): Wishes {
  const canStart = (id: string) => contestants.every((one) => one.id !== id || isStartable(one));
  const own = starts
    .map((start) => ({ ...start, contestant: [start.contestant].flat().filter(canStart) }))
    .filter(({ contestant }) => contestant.length > 0);
  return { ...(sitting && { sitting }), starts: own };
}

/** What the scenarios leave out on this machine, and why. */
export function leftOut(config: Config, scenarios: readonly Planned[]): NonNullable<Manifest['leftOut']> {
  const here = config.contestants.filter(isStartable);
  const elsewhere = config.contestants.filter(isElsewhere);
  return scenarios.flatMap((scenario) => {
    const starts = scenario.plan(config).starts ?? [];
    const needStarts = elsewhere.filter(({ id }) =>
      starts.some(({ contestant }) => [contestant].flat().includes(id)),
    );
    return [
      ...(here.length > 0 ? (scenario.leftOut?.({ ...config, contestants: here }) ?? []) : []),
      ...needStarts.map(({ id }) => ({
        contestant: id,
        reason: 'it runs elsewhere: the bench can neither start nor stop it',
      })),
    ].map((one) => ({ scenario: scenario.id, ...one }));
  });
}

/**
 * More rounds, where a time was promised: of the headline's closed loop where a question reads it, else of the sitting
 * as it is.
 *
 * @param sitting what a round's sitting is made of
 */
function fillers(
  config: Config,
  wishes: readonly (Wishes & { readonly id: string })[],
  sitting: ReturnType<typeof joinWishes>,
): Trial[] {
  const { id: window } = headlineClosed(config, 1).window;
  const readers = wishes.filter((one) => one.sitting?.some((wish) => wish.window.id === window));
  const joined =
    readers.length === 0
      ? sitting
      : joinWishes(readers.map(({ id }) => ({ ...headlineClosed(config, FILLER_BLOCKS), question: id })));
  const isRead = joined.some(({ questions }) => questions.length > 0);
  if (!isRead || config.promisedSeconds === undefined) return [];
  return Array.from({ length: FILLERS }, (_, index) => {
    const round = config.profile.rounds + index + 1;
    return {
      ...sittingOf(config, round, joined, `sitting/${round}`),
      importance: FILLER_IMPORTANCE,
      filler: true,
    };
  });
}

function startOf(
  { name, contestant, changes, windows }: OwnStart,
  scenario: string,
  round: number,
  importance: number,
  seed: string,
): Trial {
  const ids = [contestant].flat();
  return {
    id: `${scenario}/${round}/${name}`,
    round,
    subjects: ids.map((id) => ({ name: id, contestant: id, twin: false })),
    ...(changes && { changes }),
    blocks: windows.map((window) => ({
      id: window.id,
      window: { ...window, questions: [scenario] } satisfies Window,
      order: seededRandom(`${seed}/${round}/${window.id}`).shuffle(ids),
    })),
    importance,
  };
}
