import { conditionKey, sameCondition } from '../measure/plan/condition.ts';
import type { Cell, Condition, KernelTiming, Run, TrialResult, WindowResult } from '../model.ts';

/** One window of one completed cell. */
export type Observation = { readonly cell: Cell; readonly window: WindowResult };

/** A metric's value in each round in which it could be had. */
export type ByRound = ReadonlyMap<number, number>;

/** The windows of a scenario's completed cells; failed and void ones have no numbers. */
export function observations(run: Run, scenario: string): Observation[] {
  return run.results.flatMap((result) =>
    result.state === 'completed' && result.trial.kind === 'cell'
      ? (result.windows ?? [])
          .filter((window) => (window.scenario ?? result.trial.scenario) === scenario)
          .map((window) => ({ cell: result.trial as Cell, window }))
      : [],
  );
}

/** The conditions that occur, each once, in order of the numbers in them. */
export function conditionsOf(found: readonly Observation[]): Condition[] {
  const byKey = new Map(found.map(({ window }) => [conditionKey(window.condition), window.condition]));
  return [...byKey.values()].sort((a, b) => magnitude(a) - magnitude(b));
}

const magnitude = (condition: Condition) =>
  Object.values(condition).reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0);

/** One value per round for a contestant (or, with `twin`, for the sentinel) under a condition. */
export function byRound(
  found: readonly Observation[],
  who: { readonly contestant: string; readonly twin?: boolean; readonly condition: Condition },
  value: (window: WindowResult, cell: Cell) => number | undefined,
  { zero }: { readonly zero: boolean } = { zero: false },
): ByRound {
  const rounds = new Map<number, number>();
  for (const { cell, window } of found) {
    if (cell.contestant !== who.contestant || cell.twin !== (who.twin ?? false)) continue;
    if (!sameCondition(window.condition, who.condition)) continue;
    const measured = value(window, cell);
    // A rate or a time of 0 is no measurement; a count may be 0.
    const counts = measured !== undefined && Number.isFinite(measured) && (measured > 0 || zero);
    if (counts) rounds.set(cell.round, measured);
  }
  return rounds;
}

/** The values of two sides in the rounds that both have, in order of rounds. */
export function paired(a: ByRound, b: ByRound): { a: number[]; b: number[] } {
  const rounds = [...a.keys()].filter((round) => b.has(round)).sort((x, y) => x - y);
  return { a: rounds.map((round) => a.get(round) ?? 0), b: rounds.map((round) => b.get(round) ?? 0) };
}

/** What the kernel alone took, in milliseconds a task, per round, for an input. */
export function kernelMs(run: Run, scenario: string, condition: Condition): ByRound {
  const timings = run.results.flatMap((result) =>
    result.state === 'completed' && isKernelOf(result, scenario) ? [result] : [],
  );
  const { connections: _connections, ...input } = condition;
  return new Map(
    timings.flatMap(({ trial, kernel }) => {
      const timing = kernel?.find((entry) => sameCondition(entry.condition, input));
      return timing ? [[trial.round, timing.meanMs] as const] : [];
    }),
  );
}

const isKernelOf = (result: TrialResult, scenario: string): result is TrialResult & { trial: KernelTiming } =>
  result.trial.kind === 'kernel' && result.trial.scenario === scenario;
