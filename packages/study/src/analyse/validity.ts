import { defined } from '@cpu-bound/workload/defined';
import type { Accounting, Run, Validity } from '../model.ts';
import { doubtsOf } from './doubts.ts';
import { runGates } from './gates.ts';
import { machineQuality } from './machine.ts';
import type { Observation } from './observations.ts';
import { aboutFunction } from './own-function.ts';
import { sentinelsOf } from './sentinel.ts';

/** Collects the evidence for and against believing this run. */
export function validityOf(run: Run, all: readonly Observation[]): Validity {
  const { manifest, results, notRun } = run;
  return defined({
    sentinels: sentinelsOf(run, all),
    machine: machineQuality(run, all),
    gates: runGates(run),
    failed: results.flatMap(({ trial, end }) =>
      (end?.failures ?? []).map(({ subject: contestant, ...failure }) => ({ trial, contestant, ...failure })),
    ),
    void: results.flatMap(({ blocks }) =>
      blocks.flatMap(({ trial, block, voids }) =>
        voids.map(({ subject, reasons, beyond = false }) => ({
          trial: `${trial}/${block}`,
          contestant: subject,
          reason: [...new Set(reasons)].join('; '),
          beyond,
        })),
      ),
    ),
    missing: manifest.missing,
    notRun,
    accounting: [...manifest.contestants, ...(manifest.variants ?? [])].map(({ id }) => ({
      contestant: id,
      ...accountingOf(all, id),
    })),
    doubts: doubtsOf(run, all),
    warnings: [
      ...manifest.checks
        .filter(({ fit }) => !fit)
        .map(({ id, detail, remedy }) => ({ id: 'machine', message: `${id}: ${detail}`, remedy })),
      ...sampledOracle(run, all),
      ...aboutFunction(run, all),
      ...results.flatMap(({ trial, end }) =>
        (end?.warnings ?? []).map((message) => ({
          id: 'shutdown',
          message: `${trial}: ${message}`,
          remedy: 'SIGTERM must end it and all that it started, with exit code 0',
        })),
      ),
    ],
  });
}

/** Warns if the oracle was too slow to check all answers of a workload whose answers differ. */
function sampledOracle({ manifest }: Run, all: readonly Observation[]): Validity['warnings'] {
  const loads = all.flatMap(({ result }) => [result.load ?? [], result.open ?? []].flat());
  const unchecked = loads.reduce((sum, load) => sum + (load.unchecked ?? 0), 0);
  if (unchecked === 0) return [];
  const right = loads.reduce((sum, { accounting }) => sum + accounting.ok, 0);
  return [
    {
      id: 'oracle',
      message: `the answers of ${manifest.workload.name} differ from each other, and its oracle is slow: it checked a sample, and did not check ${unchecked} of ${right} answers`,
      remedy: 'write a faster verify, or give the same answer to the same input',
    },
  ];
}

/** Sums the outcomes of a contestant's requests over all its windows, without the twin's. */
function accountingOf(all: readonly Observation[], contestant: string): Accounting {
  const sum = { sent: 0, ok: 0, wrong: 0, refused: 0, failed: 0, timedOut: 0, lost: 0, inFlight: 0 };
  const names = Object.keys(sum) as (keyof Accounting)[];
  for (const { subject, result } of all) {
    if (subject.contestant !== contestant || subject.twin) continue;
    for (const part of Object.values(result)) {
      if (typeof part !== 'object' || !('accounting' in part)) continue;
      for (const name of names) sum[name] += part.accounting[name];
    }
  }
  return sum;
}
