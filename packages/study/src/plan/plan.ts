import { isElsewhere, isStartable, rateSetters } from '@cpu-bound/measure/contestants/manifest';
import { seededRandom } from '@cpu-bound/stats/random';
import type { Config } from '../config/config.ts';
import type { Omission, Trial, Window } from '../model/plan.ts';
import type { Manifest } from '../model/run.ts';
import { shareWindows, sittingOf } from './sitting.ts';
import {
  headlineClosed,
  type OwnStart,
  type PlanSource,
  type QuestionPlan,
  type SittingWindow,
} from './windows.ts';

/**
 * The importance of starts in the first round, which gives every need a figure: it is above that of all later starts.
 */
const FIRST_IMPORTANCE = 1;

/** The trials of a run, and the omissions of its questions on this machine, each with the reason. */
export type RunPlan = {
  readonly trials: readonly Trial[];
  readonly leftOut: NonNullable<Manifest['leftOut']>;
};

/** Collects the windows and starts of each question, and makes from them all trials of a run and its omissions. */
export function planOf(config: Config, questions: readonly PlanSource[]): RunPlan {
  const asked = questions.filter(({ ofRequests }) => !config.requests || ofRequests);
  const wishes = asked.map((question) => ({ question, wished: question.plan(config) }));
  const plans = wishes.map(({ question, wished }) => ({ ...question, ...feasible(wished, config) }));
  const ofWorkloads = questions
    .filter((question) => !asked.includes(question))
    .map(({ id }) => ({
      scenario: id,
      reason: 'it needs a workload, and this run sends requests from a file',
    }));
  const leftOut = wishes.flatMap(({ question, wished }) =>
    omissions(question, wished, config).map((omission) => ({ scenario: question.id, ...omission })),
  );
  return { trials: trialsOf(config, plans), leftOut: [...leftOut, ...ofWorkloads] };
}

export const plan = (config: Config, questions: readonly PlanSource[]): readonly Trial[] =>
  planOf(config, questions).trials;

/**
 * Returns all trials of a run, in the order of measuring: breadth before depth (docs/adr/0048). The first round has
 * everything, so that each need has a figure. The sittings of the other rounds follow. Then come the starts of one
 * question after another, in a seeded order within each round. If time is short, later questions matter less.
 */
function trialsOf(config: Config, plans: readonly PlannedQuestion[]): Trial[] {
  const { rounds } = config.profile;
  const plansIn = (round: number) => plans.map((question) => inRound(question, round, config));
  const sittingsOf = (round: number): Trial[] => {
    const sitting = plansIn(round).flatMap((question) =>
      question.sitting.map((window) => ({ ...window, question: question.id })),
    );
    const windows = shareWindows([...capacityFor(config, plansIn(round)), ...sitting]);
    return windows.length > 0 ? [sittingOf(config, round, windows, `sitting/${round}`)] : [];
  };
  const startsOf = (round: number) => (question: PlannedQuestion, index: number) => {
    const importance = round === 1 ? Math.min(FIRST_IMPORTANCE, index) : index;
    const starts = inRound(question, round, config).starts.map((start) =>
      startOf(start, question.id, round, importance, config.seed),
    );
    return seededRandom(`${config.seed}/${question.id}/${round}/starts`).shuffle(starts);
  };
  const later = Array.from({ length: rounds - 1 }, (_, index) => index + 2);
  return [
    ...sittingsOf(1),
    ...plans.flatMap(startsOf(1)),
    ...later.flatMap(sittingsOf),
    ...plans.flatMap((question, index) => later.flatMap((round) => startsOf(round)(question, index))),
  ];
}

type PlannedQuestion = QuestionPlan & Pick<PlanSource, 'id' | 'once'>;

/**
 * Returns the windows and starts of a question in one of the rounds. A question that is asked once is asked in the
 * first.
 */
function inRound(
  { id, once, sitting = [], starts = [] }: PlannedQuestion,
  round: number,
  { profile, profileName }: Config,
) {
  const limit = profile.inBreadth && once?.includes(profileName) ? 1 : profile.rounds;
  const isDue = ({ rounds = limit }: Pick<OwnStart, 'rounds'>) => round <= Math.min(rounds, limit);
  return { id, sitting: sitting.filter(isDue), starts: starts.filter(isDue) };
}

/** Returns the headline's closed loop of a round: it measures the throughput of which open-loop rates are multiples. */
function capacityFor(config: Config, plans: readonly QuestionPlan[]): SittingWindow[] {
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
  const measured = headlineClosed(config);
  if (open.some(({ contestants }) => !contestants)) return [measured];
  const named = open.flatMap(({ contestants = [] }) => contestants);
  const isShared = open.some(({ load }) => load?.kind === 'open' && load.of !== 'own');
  const others = isShared ? rateSetters(config.contestants) : [];
  return [{ ...measured, contestants: [...new Set([...others, ...named])] }];
}

/** Leaves out restarts of a service that the bench did not start. */
function feasible({ sitting, starts = [] }: QuestionPlan, { contestants }: Config): QuestionPlan {
  const canStart = (id: string) =>
    contestants.every((contestant) => contestant.id !== id || isStartable(contestant));
  const own = starts
    .map((start) => ({ ...start, contestant: [start.contestant].flat().filter(canStart) }))
    .filter(({ contestant }) => contestant.length > 0);
  return { sitting, starts: own };
}

/** Returns the omissions of a question on this machine, with their reasons. */
function omissions(question: PlanSource, { starts = [] }: QuestionPlan, config: Config): Omission[] {
  const here = config.contestants.filter(isStartable);
  const needStarts = config.contestants
    .filter(isElsewhere)
    .filter(({ id }) => starts.some(({ contestant }) => [contestant].flat().includes(id)));
  return [
    ...(here.length > 0 ? (question.leftOut?.({ ...config, contestants: here }) ?? []) : []),
    ...needStarts.map(({ id }) => ({
      contestant: id,
      reason: 'it runs elsewhere: the bench can neither start nor stop it',
    })),
  ];
}

function startOf(
  { name, contestant, changes, windows }: OwnStart,
  question: string,
  round: number,
  importance: number,
  seed: string,
): Trial {
  const ids = [contestant].flat();
  return {
    id: `${question}/${round}/${name}`,
    round,
    subjects: ids.map((id) => ({ name: id, contestant: id, twin: false })),
    changes,
    blocks: windows.map((window) => ({
      id: window.id,
      window: { ...window, questions: [question] } satisfies Window,
      order: seededRandom(`${seed}/${round}/${window.id}`).shuffle(ids),
    })),
    importance,
  };
}
