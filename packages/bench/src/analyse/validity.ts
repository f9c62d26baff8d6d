import type { Accounting, Analysis, Run, TrialResult } from '../model.ts';
import { runGates } from './gates.ts';
import { sentinelRatio } from './sentinel.ts';
import { trendWarnings } from './trends.ts';

type Validity = Analysis['validity'];

const contestantOf = ({ trial }: TrialResult) => (trial.kind === 'cell' ? trial.contestant : 'kernel');

/** What speaks for and against believing this run. */
export function validityOf(run: Run): Validity {
  const sentinel = sentinelRatio(run);
  const { manifest, results } = run;
  return {
    ...(sentinel && { sentinel }),
    gates: runGates(run),
    failed: results.flatMap((result) =>
      result.state === 'failed'
        ? [
            {
              trial: result.trial.id,
              contestant: contestantOf(result),
              reason: result.reason,
              message: result.message,
              log: result.log,
            },
          ]
        : [],
    ),
    void: results.flatMap(voidsOf),
    missing: manifest.missing,
    accounting: [...manifest.contestants, ...(manifest.variants ?? [])].map(({ id }) => ({
      contestant: id,
      ...accountingOf(run, id),
    })),
    warnings: [
      ...manifest.checks
        .filter(({ fit }) => !fit)
        .map(({ id, detail, remedy }) => ({ id: 'machine', message: `${id}: ${detail}`, remedy })),
      ...trendWarnings(run),
      ...shutdownWarnings(results),
    ],
  };
}

/** A cell without a sound window, or the windows of one that had others. */
function voidsOf(result: TrialResult): Validity['void'] {
  const told = (trial: string, reasons: readonly string[]) => ({
    trial,
    contestant: contestantOf(result),
    reason: reasons.join('; '),
  });
  if (result.state === 'void') return [told(result.trial.id, result.reasons)];
  if (result.state !== 'completed') return [];
  return (result.voidWindows ?? []).map(({ window, reasons }) =>
    told(`${result.trial.id}/${window}`, reasons),
  );
}

function shutdownWarnings(results: Run['results']): Validity['warnings'] {
  return results.flatMap((result) =>
    result.state === 'completed'
      ? result.warnings.map((message) => ({
          id: 'shutdown',
          message: `${result.trial.id}: ${message}`,
          remedy: 'SIGTERM must end it and all that it started, with exit code 0',
        }))
      : [],
  );
}

/** Sums where every request of a contestant went, over all its windows. */
function accountingOf(run: Run, contestant: string): Accounting {
  const sum: Record<string, number> = {};
  for (const result of run.results) {
    if (
      result.state !== 'completed' ||
      result.trial.kind !== 'cell' ||
      result.trial.contestant !== contestant
    )
      continue;
    for (const { load, open, probe } of result.windows ?? []) {
      for (const part of [load, open, probe]) {
        for (const [fate, count] of Object.entries(part?.accounting ?? {}))
          sum[fate] = (sum[fate] ?? 0) + count;
      }
    }
  }
  const { sent = 0, ok = 0, wrong = 0, refused = 0, failed = 0, timedOut = 0, lost = 0, inFlight = 0 } = sum;
  return { sent, ok, wrong, refused, failed, timedOut, lost, inFlight };
}
