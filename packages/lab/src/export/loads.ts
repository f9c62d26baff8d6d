import { summaryOf as median } from '@cpu-bound/stats/round-summary';
import type { Run, Seconds, Window } from '@cpu-bound/study/model';
import type { Query } from '@cpu-bound/workload';

/** A window's load in the terms of any load generator: numbers and paths. */
export type ExportedLoad = {
  /** The window's id as a name that k6 accepts. */
  readonly name: string;
  readonly window: Window;
  /** The length of all rounds of the window together. */
  readonly seconds: Seconds;
  readonly requests: readonly { readonly query: Query; readonly share: number }[];
} & (
  | { readonly kind: 'open'; readonly perSecond: number; readonly arrivals: 'poisson' | 'constant' }
  | { readonly kind: 'closed'; readonly connections: number }
);

/**
 * Lists the loads of a scenario on one contestant, at the rates that the run offered: the median over its rounds.
 * Windows with a fault, and those of jobs, are left out.
 */
export function loadsOf({ manifest, results }: Run, scenario: string, contestant: string): ExportedLoad[] {
  const byWindow = new Map<string, { window: Window; offered: number[]; rounds: number }>();
  for (const trial of manifest.plan) {
    if (trial.changes || trial.filler) continue;
    const name = trial.subjects.find((subject) => subject.contestant === contestant && !subject.twin)?.name;
    if (name === undefined) continue;
    const blocks = results.find((result) => result.trial === trial.id)?.blocks ?? [];
    const resultOf = (id: string) =>
      blocks.find(({ block }) => block === id)?.windows.find(({ subject }) => subject === name);
    for (const { id, window, order } of trial.blocks) {
      const isExported = window.questions.includes(scenario) && order.includes(name) && !window.fault;
      const result = isExported ? resultOf(id) : undefined;
      if (!result) continue;
      const entry = byWindow.get(window.id) ?? { window, offered: [], rounds: 0 };
      entry.rounds++;
      if (result.open && window.load?.kind === 'open')
        entry.offered.push(result.open.capacity * window.load.ofCapacity);
      byWindow.set(window.id, entry);
    }
  }
  return [...byWindow.values()].flatMap(exported);
}

function exported({
  window,
  offered,
  rounds,
}: {
  readonly window: Window;
  readonly offered: readonly number[];
  readonly rounds: number;
}): ExportedLoad[] {
  const { load } = window;
  const common = { name: window.id.replace(/[^\w-]/g, '_'), window, seconds: window.seconds * rounds };
  switch (load?.kind) {
    case 'closed': {
      const requests = [{ query: load.query, share: 1 }];
      return [{ ...common, kind: 'closed', connections: load.connections, requests }];
    }
    case 'open': {
      if (offered.length === 0) return [];
      const requests = load.mix?.map(({ query, share }) => ({ query, share })) ?? [
        { query: load.query, share: 1 },
      ];
      return [{ ...common, kind: 'open', perSecond: median(offered), arrivals: load.arrivals, requests }];
    }
    case 'job':
    case undefined:
      return [];
  }
}
