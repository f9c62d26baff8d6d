import type { Query } from '@cpu-bound/workload';
import type { Config } from '../../measure/config/config.ts';
import { cellsOf } from '../../measure/plan/cells.ts';
import { conditionOf } from '../../measure/plan/condition.ts';
import { idOf, kernelTimings } from '../../measure/plan/windows.ts';
import type { Trial, Window } from '../../model.ts';

/** The headline input, a smaller one and a larger one of the workload's sizes. */
export function inputsOf({ workload, headline, profile }: Config): Query[] {
  if (!profile.sweep) return [headline];
  const { sizes } = workload;
  const small = sizes[Math.floor((sizes.length - 1) / 4)];
  const large = sizes[Math.ceil(((sizes.length - 1) * 3) / 4)];
  const queries = [small?.query, headline, large?.query].filter((query) => query !== undefined);
  return [...new Map(queries.map((query) => [JSON.stringify(conditionOf(query)), query])).values()];
}

/** Connections are opened and the backlog builds up before anything is counted. */
const LEAD_IN_SECONDS = 0.2;

/** A closed loop per input, the kernel alone in the same rounds, and the sentinel twin of the baseline. */
export function planCapacity(config: Config): Trial[] {
  const { profile, connections, headline } = config;
  const inputs = inputsOf(config);
  const windows = inputs.map(
    (query): Window => ({
      id: idOf(query),
      condition: { ...conditionOf(query), connections },
      seconds: profile.windowSeconds,
      leadInSeconds: LEAD_IN_SECONDS,
      load: { kind: 'closed', query, connections },
    }),
  );
  const rounds = profile.rounds.capacity;
  const cells = cellsOf(config, { scenario: 'capacity', rounds, sentinel: true }, windows);
  const headlineOnly = ({ load }: Window) => load?.query === headline;
  return [
    ...kernelTimings(config, 'capacity', rounds, inputs),
    ...cells.map((cell) =>
      cell.round <= profile.rounds.other && !cell.twin
        ? cell
        : { ...cell, windows: cell.windows.filter(headlineOnly) },
    ),
  ];
}
