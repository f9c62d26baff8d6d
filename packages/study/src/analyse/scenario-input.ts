import { defined } from '@cpu-bound/workload/defined';
import { HEADLINE_CLOSED, type Run } from '../model.ts';
import { byRound, throughput } from './measures.ts';
import {
  type Observation,
  type Overload,
  plannedBlocks,
  type RoundValues,
  type RunFacts,
  type ScenarioInput,
} from './observations.ts';

const runFacts = ({ manifest }: Run): RunFacts =>
  defined({
    subjects: [...manifest.contestants, ...(manifest.variants ?? [])],
    contestants: manifest.contestants,
    baseline: manifest.baseline,
    workers: manifest.workers,
    cores: Math.min(manifest.environment.cores, manifest.environment.quota ?? Number.POSITIVE_INFINITY),
  });

/** Builds the input of one scenario's analysis. The twin is left out: the run's own check reads it. */
export function inputFor(
  scenario: string,
  run: Run,
  all: readonly Observation[],
  figures?: number,
): ScenarioInput {
  const mine = all.filter(({ window, subject }) => window.questions.includes(scenario) && !subject.twin);
  return {
    run: defined({ ...runFacts(run), figures }),
    observations: mine,
    startUpMs: startUps(run),
    samples: run.samples,
    throughput: throughputOf(all),
    overloads: overloadsOf(run).filter(({ window }) => window.questions.includes(scenario)),
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
