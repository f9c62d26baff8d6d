import type { Accounting } from '@cpu-bound/measure/model';
import { compareThese } from '@cpu-bound/stats/compare-pairs';
import { LOOKS } from '@cpu-bound/stats/looks';
import { pairLevel } from '@cpu-bound/stats/verdict';
import * as format from '../format.ts';
import type { Analysis, SentinelCheck, Validity } from '../model/analysis.ts';
import type { Condition } from '../model/plan.ts';
import type { VoidWindow, WindowResult } from '../model/results.ts';
import type { Run } from '../model/run.ts';
import { conditionKey, kindOf } from '../model.ts';
import { doubtsOf } from './doubts.ts';
import { untested } from './limits.ts';
import { machineQuality } from './machine.ts';
import { blocksByRound, type Measure, throughput } from './measures.ts';
import type { Observation } from './observations.ts';
import { aboutFunction } from './own-function.ts';
import { percentileOf } from './percentiles.ts';

/** Collects the evidence for and against believing this run. */
export function validityOf(run: Run, all: readonly Observation[]): Validity {
  const { manifest, results, notRun } = run;
  const measured = all.filter(({ isMissed }) => !isMissed);
  return {
    sentinels: sentinelsOf(run, all),
    machine: machineQuality(run, measured),
    gates: [...runGates(run), ...untestedLatency(run, measured), ...unknownCpuTime(all)],
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
      ...accountingOf(measured, id),
    })),
    doubts: doubtsOf(run, all),
    warnings: [
      ...manifest.checks
        .filter(({ fit }) => !fit)
        .map(({ id, detail, remedy }) => ({ id: 'machine', message: `${id}: ${detail}`, remedy })),
      ...sampledOracle(run, measured),
      ...aboutFunction(run, measured),
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

type Gate = Analysis['validity']['gates'][number];

/** A single void window is named and left out. If more than this share of windows is void, the machine is not fit. */
const MOST_VOID_SHARE = 0.02;

/**
 * The conditions under which the figures of a run may be read. They are fixed beforehand, and are the same for any
 * contestants.
 */
function runGates(run: Run): Gate[] {
  const blocks = run.results.flatMap((result) => result.blocks);
  const voids = blocks.flatMap((block) => block.voids);
  const measured = blocks.flatMap((block) => block.windows);
  return [complete(run), ...windows(measured, voids), ...generatorLimits(voids), ...frames(run)];
}

/** Tells how throughput was measured: in frames, which are sharper, or in windows, and why. */
function frames({ manifest, results }: Run): Gate[] {
  const planned = new Set(
    manifest.plan.flatMap(({ id, blocks }) =>
      blocks.flatMap((block) => (block.window.inFrames ? `${id}/${block.id}` : [])),
    ),
  );
  const blocks = results
    .flatMap((result) => result.blocks)
    .filter(({ trial, block }) => planned.has(`${trial}/${block}`));
  if (blocks.length === 0) return [];
  const others = blocks.filter(({ inWindows }) => inWindows !== undefined);
  const all = format.count(blocks.length, 'block');
  const reasons = [...new Set(others.map(({ inWindows }) => inWindows))].join('; ');
  const detail =
    others.length === 0
      ? `throughput was measured in frames, in ${all}`
      : `throughput was measured in windows instead of frames in ${others.length} of ${all}: ${reasons}`;
  return [{ id: 'frames', ok: true, detail }];
}

function untestedLatency(run: Run, measured: readonly Observation[]): Gate[] {
  const detail = untested(run, measured);
  return detail === undefined ? [] : [{ id: 'too-fast', ok: true, detail }];
}

/** Names each contestant whose CPU time is unknown: it has no figure of it. */
function unknownCpuTime(all: readonly Observation[]): Gate[] {
  const unknown = new Set(
    all.flatMap(({ subject, isCpuUnknown }) => (isCpuUnknown ? [subject.contestant] : [])),
  );
  return [...unknown].map((contestant) => ({
    id: 'cpu-time',
    ok: true,
    detail: `the CPU time of ${contestant} is unknown, and has no figure: while it answered, the machine computed more than its processes and those of the others did`,
  }));
}

function complete({ manifest, results, notRun }: Run): Gate {
  const ended = new Set(results.flatMap(({ trial, end }) => (end ? [trial] : [])));
  const planned = manifest.plan.map(({ id }) => id);
  const run = planned.filter((id) => ended.has(id)).length;
  const hasPart = results.some(({ blocks, end }) => !end && blocks.length > 0);
  const partial = hasPart ? ', and the figures include one that did not' : '';
  const short = notRun.length > 0 ? `; ${notRun.length} were left out to keep the time` : '';
  return {
    id: 'complete',
    ok: planned.length > 0 && run + notRun.length >= planned.length,
    detail: `${run} of ${format.count(planned.length, 'trial')} ended${partial}${short}`,
  };
}

/** Reports the windows that were void twice. Windows that this machine cannot measure are counted separately. */
function windows(measured: readonly WindowResult[], voids: readonly VoidWindow[]): Gate[] {
  const beyond = voids.filter((window) => window.beyond).length;
  const lost = voids.length - beyond;
  const all = measured.length + lost;
  if (all === 0) return [];
  const again = measured.filter(({ retries = [] }) => retries.length > 0).length + lost;
  const gate: Gate = {
    id: 'void-windows',
    ok: lost / all <= MOST_VOID_SHARE,
    detail: `${lost} of ${all} windows were void twice and have no result; ${again} were measured again`,
  };
  if (beyond === 0) return [gate];
  const why = 'for what they ask cannot be done here (see why under “What went wrong”)';
  return [gate, { id: 'out-of-reach', ok: true, detail: `${beyond} windows were left out, ${why}` }];
}

/**
 * Reports the windows in which the generator was the limit, because all that it could send was answered: they have no
 * figure.
 */
function generatorLimits(voids: readonly VoidWindow[]): Gate[] {
  const limited = voids.filter(({ byGenerator }) => byGenerator);
  if (limited.length === 0) return [];
  const names = [...new Set(limited.map(({ subject }) => subject))].join(', ');
  const [many, have] =
    limited.length === 1 ? ['1 window', 'it has'] : [`${limited.length} windows`, 'they have'];
  const detail = `in ${many} the load generator was the limit and not the service, so ${have} no figure: ${names}`;
  return [{ id: 'generator', ok: false, detail }];
}

/**
 * Compares the twin with the baseline: the same program under a second name, through the same windows. It is an
 * equivalence test by the procedure that compares contestants. It covers throughput and median latency, each under the
 * condition that was measured most often. Both intervals hold at once, or a sound run would be called faulty twice as
 * often as stated.
 *
 * @param all the run's observations, the twin's among them
 */
function sentinelsOf(run: Run, all: readonly Observation[]): SentinelCheck[] {
  const { baseline } = run.manifest;
  const ours = all.filter(({ subject }) => subject.contestant === baseline);
  const median = percentileOf(run, 'latency', 'p50');
  const loadedBy = (kind: 'closed' | 'open', measure: Measure) => ({
    measure,
    loaded: ours.filter(({ window }) => window.load?.kind === kind && !window.fault),
  });
  const tested = [loadedBy('closed', throughput), loadedBy('open', median)].filter(({ loaded }) =>
    loaded.some(isTwin),
  );
  const level = tested.length === 0 ? LEVEL : pairLevel({ pairs: tested.length, level: LEVEL });
  return tested.flatMap(({ measure, loaded }) =>
    mostOften(loaded, (found, condition) => {
      const { metric } = measure;
      const { margin = 0.05, better = 'higher' } = kindOf(metric);
      const options = { margin, higherIsBetter: better === 'higher', level, looks: LOOKS };
      const [twin, own] = [found.filter(isTwin), found.filter((observation) => !isTwin(observation))].map(
        (observations, index) => ({
          id: `${index}`,
          values: blocksByRound(observations, measure),
        }),
      );
      const [compared] = twin && own ? compareThese([[twin, own]], options) : [];
      if (!compared) return undefined;
      const { ratio, verdict } = compared;
      const differs = verdict === 'better' || verdict === 'worse';
      return { metric, condition, ratio, ok: verdict === 'equivalent', differs };
    }),
  );
}

/** The probability that neither check finds a difference in a sound run. */
const LEVEL = 0.95;

const isTwin = ({ subject }: Observation) => subject.twin;

/** Returns the check of the condition in which most rounds have both. */
function mostOften(
  found: readonly Observation[],
  checkOf: (found: readonly Observation[], condition: Condition) => SentinelCheck | undefined,
): SentinelCheck[] {
  const groups = Map.groupBy(found, ({ window }) => conditionKey(window.condition));
  const checks = [...groups.values()].flatMap((group) => {
    const [first] = group;
    return (first && checkOf(group, first.window.condition)) ?? [];
  });
  return checks.sort((a, b) => b.ratio.n - a.ratio.n).slice(0, 1);
}
