import { isElsewhere, isStartable } from '@cpu-bound/measure/contestants/manifest';
import { rateSetters } from '@cpu-bound/measure/contestants/rate-setters';
import { seededRandom } from '@cpu-bound/stats/random';
import { defined } from '@cpu-bound/workload/defined';
import type { Config } from '../config/config.ts';
import type { Manifest, Omission, Trial, Window } from '../model.ts';
import type { OwnStart, ScenarioPlan, SittingWindow } from './scenario-plan.ts';
import { shareWindows, sittingOf } from './sitting.ts';
import { headlineClosed } from './windows.ts';

/** What the plan stage calls of a scenario. */
export type PlanSource = {
  readonly id: string;
  readonly plan: (config: Config) => ScenarioPlan;
  readonly leftOut?: (config: Config) => readonly Omission[];
  readonly ofRequests?: true;
};

/** As many short sittings as may fill the time that is left; each is cut where the time ends. */
const FILLERS = 40;
const FILLER_BLOCKS = 4;
const FILLER_IMPORTANCE = 1_000;

/**
 * All trials of a run, in the order in which they are measured: round by round, the sitting first, then what wants a
 * start of its own in a seeded order. What comes later among the scenarios matters less when time is short.
 */
export function plan(config: Config, scenarios: readonly PlanSource[]): Trial[] {
  const { rounds } = config.profile;
  const plans = askedOf(config, scenarios).map((scenario) => ({
    id: scenario.id,
    ...feasible(scenario.plan(config), config),
  }));
  const sitting = plans.flatMap(({ id, sitting = [] }) => sitting.map((one) => ({ ...one, question: id })));
  const rated = (blocks: number) => shareWindows([...sitting, ...capacityFor(config, plans, blocks)]);
  const [first, shared] = [rated(config.profile.firstBlocks), rated(1)];
  const inRound = (round: number): Trial[] => {
    const starts = plans.flatMap(({ id, starts: own = [] }, index) =>
      own
        .filter(({ rounds: most = rounds }) => round <= most)
        .map((one) => startOf(one, id, round, index, config.seed)),
    );
    const shuffled = seededRandom(`${config.seed}/${round}/starts`).shuffle(starts);
    const windows = round === 1 ? first : shared;
    return windows.length > 0
      ? [sittingOf(config, round, windows, `sitting/${round}`), ...shuffled]
      : shuffled;
  };
  const all = Array.from({ length: rounds }, (_, index) => inRound(index + 1)).flat();
  return [...all, ...fillers(config, plans, shared)];
}

/** The questions that the requests of the run can answer. */
const askedOf = <S extends PlanSource>({ requests }: Config, scenarios: readonly S[]): S[] =>
  scenarios.filter(({ ofRequests }) => !requests || ofRequests);

/** The rates of open loops are multiples of a throughput: these blocks of the headline's closed loop measure it in a round. */
function capacityFor(config: Config, plans: readonly ScenarioPlan[], blocks: number): SittingWindow[] {
  const inSittings = shareWindows(plans.flatMap(({ sitting = [] }) => sitting));
  const open = [
    ...inSittings.map(({ window, contestants }) => ({ load: window.load, contestants })),
    ...plans.flatMap(({ starts = [] }) =>
      starts.flatMap(({ windows, contestant }) =>
        windows.map(({ load }) => ({ load, contestants: [contestant].flat() })),
      ),
    ),
  ].filter(({ load }) => load?.kind === 'open' && load.of !== 'core');
  if (open.length === 0) return [];
  const measured = headlineClosed(config, blocks);
  if (open.some(({ contestants }) => !contestants)) return [measured];
  const named = open.flatMap(({ contestants = [] }) => contestants);
  const isShared = open.some(({ load }) => load?.kind === 'open' && load.of !== 'own');
  const others = isShared ? rateSetters(config.contestants) : [];
  return [{ ...measured, contestants: [...new Set([...others, ...named])] }];
}

/** The bench cannot restart a service that it did not start. */
function feasible({ sitting, starts = [] }: ScenarioPlan, { contestants }: Config): ScenarioPlan {
  const canStart = (id: string) => contestants.every((one) => one.id !== id || isStartable(one));
  const own = starts
    .map((start) => ({ ...start, contestant: [start.contestant].flat().filter(canStart) }))
    .filter(({ contestant }) => contestant.length > 0);
  return defined({ sitting, starts: own });
}

/** What the scenarios leave out on this machine, and why. */
export function leftOut(config: Config, scenarios: readonly PlanSource[]): NonNullable<Manifest['leftOut']> {
  const here = config.contestants.filter(isStartable);
  const elsewhere = config.contestants.filter(isElsewhere);
  const asked = askedOf(config, scenarios);
  const ofWorkloads = scenarios
    .filter((scenario) => !asked.includes(scenario))
    .map(({ id }) => ({
      scenario: id,
      reason: 'it needs a workload, and this run sends requests from a file',
    }));
  const ofTheAsked = asked.flatMap((scenario) => {
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
  return [...ofTheAsked, ...ofWorkloads];
}

/**
 * More rounds, where a time was promised: of the headline's closed loop where a question reads it, else of the sitting
 * as it is.
 *
 * @param sitting what a round's sitting is made of
 */
function fillers(
  config: Config,
  plans: readonly (ScenarioPlan & { readonly id: string })[],
  sitting: ReturnType<typeof shareWindows>,
): Trial[] {
  const { id: window } = headlineClosed(config, 1).window;
  const readers = plans.filter((one) => one.sitting?.some((one) => one.window.id === window));
  const shared =
    readers.length === 0
      ? sitting
      : shareWindows(readers.map(({ id }) => ({ ...headlineClosed(config, FILLER_BLOCKS), question: id })));
  const isRead = shared.some(({ questions }) => questions.length > 0);
  if (!isRead || config.promisedSeconds === undefined) return [];
  return Array.from({ length: FILLERS }, (_, index) => {
    const round = config.profile.rounds + index + 1;
    return {
      ...sittingOf(config, round, shared, `sitting/${round}`),
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
  return defined({
    id: `${scenario}/${round}/${name}`,
    round,
    subjects: ids.map((id) => ({ name: id, contestant: id, twin: false })),
    changes,
    blocks: windows.map((window) => ({
      id: window.id,
      window: { ...window, questions: [scenario] } satisfies Window,
      order: seededRandom(`${seed}/${round}/${window.id}`).shuffle(ids),
    })),
    importance,
  });
}
