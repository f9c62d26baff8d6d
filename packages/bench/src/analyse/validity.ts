import type { Accounting, Run, Validity } from '../model.ts';
import { runGates } from './gates.ts';
import { machineQuality } from './machine.ts';
import type { Observation } from './observations.ts';
import { sentinelsOf } from './sentinel.ts';

/** What speaks for and against believing this run. */
export function validityOf(run: Run, all: readonly Observation[]): Validity {
  const { manifest, results, notRun } = run;
  const sentinels = sentinelsOf(run, all);
  const machine = machineQuality(run);
  return {
    sentinels,
    ...(machine && { machine }),
    gates: runGates(run, all, machine),
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
    warnings: [
      ...manifest.checks
        .filter(({ fit }) => !fit)
        .map(({ id, detail, remedy }) => ({ id: 'machine', message: `${id}: ${detail}`, remedy })),
      ...results.flatMap(({ trial, end }) =>
        (end?.warnings ?? []).map((message) => ({
          id: 'shutdown',
          message: `${trial}: ${message}`,
          remedy: 'SIGTERM must end it and all that it started, with exit code 0',
        })),
      ),
    ],
  };
}

/** Sums where every request of a contestant went, over all its windows, the twin's apart. */
function accountingOf(all: readonly Observation[], contestant: string): Accounting {
  const sum = { sent: 0, ok: 0, wrong: 0, refused: 0, failed: 0, timedOut: 0, lost: 0, inFlight: 0 };
  const names = Object.keys(sum) as (keyof Accounting)[];
  for (const { subject, result } of all) {
    if (subject.contestant !== contestant || subject.twin) continue;
    for (const part of [result.load, result.open, result.probe]) {
      if (part) for (const name of names) sum[name] += part.accounting[name];
    }
  }
  return sum;
}
