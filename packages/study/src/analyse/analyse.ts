import type { ScenarioAnalysis, Undecided } from '../model/analysis.ts';
import type { Trial } from '../model/plan.ts';
import type { TrialResult } from '../model/results.ts';
import type { Run, StudyPart } from '../model/run.ts';
import { HEADLINE_CLOSED } from '../model.ts';
import { afterToBefore } from './look-up.ts';
import { byRound, throughput, unansweredMetrics } from './measures.ts';
import {
  type Observation,
  type Overload,
  observationsOf,
  plannedBlocks,
  type QuestionInput,
  type RoundValues,
  type RunFacts,
} from './observations.ts';
import { withUnknownCpu } from './unknown-cpu.ts';
import { validityOf } from './validity.ts';

/** The part of a question that this stage calls. */
type AnalysisSource = { readonly id: string; analyse(input: QuestionInput): ScenarioAnalysis };

/**
 * Turns the results of a run into findings: a pure function of the run's files. Each question gets its own
 * observations.
 */
export function analyse(run: Run, questions: readonly AnalysisSource[]): Undecided {
  const { manifest } = run;
  const { id, folder, seed, profile, startedAt, command, baseline, against } = manifest;
  const { workload, workers, sideBySide, sources, named, promisedS } = manifest;
  const { environment, contestants, variants, leftOut } = manifest;
  const { durationS, shownS, interrupted } = run;
  const all = withUnknownCpu(observationsOf(run));
  const chosen = questions.filter(({ id }) => manifest.scenarios.includes(id));
  const found = (figures?: number): Undecided['scenarios'] =>
    Object.fromEntries(
      chosen.map((question) => {
        const input = inputFor(question.id, run, all, figures);
        const analysis = question.analyse(input);
        return [question.id, { ...analysis, metrics: [...analysis.metrics, ...unansweredMetrics(input)] }];
      }),
    );
  const trials = run.results.filter(({ end }) => end).length;
  const ofRun = { seed, profile, startedAt, command, baseline, against, workload, workers, sideBySide };
  return {
    schemaVersion: 9,
    run: {
      id,
      folder,
      ...ofRun,
      sources,
      named: named?.length ? named : undefined,
      durationS,
      promisedS,
      shownS,
      trials,
      interrupted,
      parts: partsOf(run, all),
    },
    environment,
    contestants,
    variants,
    leftOut,
    scenarios: against ? atOnce(found, contestants) : found(),
    validity: validityOf(run, all),
  };
}

/**
 * Analyses two checkouts again, so that the intervals of all figures hold at once. Then one in twenty runs without a
 * change may fail a pull request, instead of one in twenty figures. The number of figures is known only after they were
 * compared.
 */
function atOnce(
  found: (figures: number) => Undecided['scenarios'],
  contestants: Undecided['contestants'],
): Undecided['scenarios'] {
  const compared = Object.values(found(1)).flatMap(({ comparisons }) => comparisons);
  return found(Math.max(1, afterToBefore(compared, contestants).length));
}

/**
 * Lists the runs that a study consists of, with the number of rounds in which each run measured each question.
 *
 * @param all observations of the run that was joined from them
 */
export function partsOf(run: Run, all: readonly Observation[]): StudyPart[] {
  return (run.parts ?? [run]).map(({ manifest, results }) => {
    const { id, startedAt, command, scenarios, profile, flags } = manifest;
    const trials = new Set(manifest.plan.map((trial) => trial.id));
    const own = all.filter(({ trial }) => trials.has(trial));
    const roundsWith = (question: string) =>
      new Set(own.flatMap(({ window, round }) => (window.questions.includes(question) ? [round] : []))).size;
    const spoilt = new Set(results.flatMap((result) => spoiltIn(result, manifest.plan)));
    const inVain = scenarios.filter((question) => spoilt.has(question) && roundsWith(question) === 0);
    return {
      id,
      startedAt,
      command,
      inFull: manifest.inFull ?? (flags.scenarios !== undefined || profile === 'thorough'),
      questions: Object.fromEntries(scenarios.map((question) => [question, roundsWith(question)])),
      ...(inVain.length > 0 && { inVain }),
    };
  });
}

/** Lists the questions of the windows that were void. */
const spoiltIn = ({ trial: id, blocks }: TrialResult, plan: readonly Trial[]): readonly string[] => {
  const planned = plan.find((trial) => trial.id === id)?.blocks ?? [];
  const spoilt = blocks.filter(({ voids }) => voids.length > 0).map(({ block }) => block);
  return planned.flatMap(({ id: block, window }) => (spoilt.includes(block) ? window.questions : []));
};

const runFacts = ({ manifest }: Run): RunFacts => ({
  subjects: [...manifest.contestants, ...(manifest.variants ?? [])],
  contestants: manifest.contestants,
  baseline: manifest.baseline,
  workers: manifest.workers,
  cores: Math.min(manifest.environment.cores, manifest.environment.quota ?? Number.POSITIVE_INFINITY),
});

/** Builds the input of one question's analysis. The twin is left out: the run's own check reads it. */
export function inputFor(
  question: string,
  run: Run,
  all: readonly Observation[],
  figures?: number,
): QuestionInput {
  const mine = all.filter(({ window, subject }) => window.questions.includes(question) && !subject.twin);
  return {
    run: { ...runFacts(run), figures },
    observations: mine,
    startUpMs: startUps(run),
    samples: run.samples,
    throughput: throughputOf(all),
    overloads: overloadsOf(run).filter(({ window }) => window.questions.includes(question)),
  };
}

function throughputOf(all: readonly Observation[]): Map<string, RoundValues> {
  const closed = all.filter(
    ({ window, subject, result }) => window.id === HEADLINE_CLOSED && result.load && !subject.twin,
  );
  const byContestant = Map.groupBy(closed, ({ subject }) => subject.contestant);
  return new Map(
    [...byContestant].map(([contestant, windows]) => [contestant, byRound(windows, throughput)]),
  );
}

const overloadsOf = (run: Run): Overload[] =>
  plannedBlocks(run).flatMap(({ trial, window, result, subjectNamed }) =>
    (result.overloaded ?? []).flatMap((name): Overload[] => {
      const subject = subjectNamed(name);
      if (!subject || subject.twin) return [];
      return [{ contestant: subject.contestant, round: trial.round, window }];
    }),
  );

function startUps({ manifest, results }: Run): Map<string, Map<number, number>> {
  const found = new Map<string, Map<number, number>>();
  for (const { trial: id, end } of results) {
    const trial = manifest.plan.find((planned) => planned.id === id);
    if (!trial || trial.changes || !end) continue;
    for (const { name, contestant, twin } of trial.subjects) {
      const ms = end.startUpMs[name];
      const rounds = found.get(contestant) ?? new Map<number, number>();
      if (!twin && ms !== undefined && !rounds.has(trial.round)) rounds.set(trial.round, ms);
      found.set(contestant, rounds);
    }
  }
  return found;
}
