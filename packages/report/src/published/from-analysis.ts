import { basename, extname } from 'node:path';
import { taskMs } from '@cpu-bound/study/analyse/look-up';
import { amongMain } from '@cpu-bound/study/decide/among';
import { namedWarnings } from '@cpu-bound/study/decide/warnings';
import { fourDigits } from '@cpu-bound/study/format';
import type { Analysis, Interval, NeedResult } from '@cpu-bound/study/model';
import { type PublishedStudy, parseStudy } from './study.ts';

const GIB = 2 ** 30;
/** Since then, throughput is right answers ÷ time in windows of any length. */
const WINDOWS_OF_ANY_LENGTH_SINCE = '2026-11-27';

/** This repository has these names. Other names may be private. */
export type Known = {
  readonly contestants: readonly string[];
  /** The folder of its example functions, as specifiers have it; absent in a reader's own project. */
  readonly functions?: string;
};

/**
 * Returns a study without anything that names its machine's owner.
 *
 * @throws BenchError if a field cannot be shared
 */
export function studyFrom(runAnalysis: Analysis, { contestants: known, functions }: Known): PublishedStudy {
  const main = amongMain(runAnalysis);
  const { run, environment, contestants, validity, decision } = main;
  const { machine } = validity;
  const workload = workloadName(run.workload, functions);
  const ms = taskMs(main);
  const minute = run.startedAt.slice(0, 16);
  const id = `${minute.replace(':', '-')}-${workload.replace(' ', '-')}-${environment.cores}-cores`;
  const found = {
    schemaVersion: run.startedAt < WINDOWS_OF_ANY_LENGTH_SINCE ? 1 : 2,
    id,
    startedAt: `${minute}:00Z`,
    profile: run.profile,
    durationS: Math.round(run.durationS),
    machine: {
      cores: environment.cores,
      ...(environment.part && { of: environment.part.of }),
      cpu: environment.cpuModel.replaceAll(/[^\w .,()+-]/g, ' ').slice(0, 80),
      virtual: virtualOf(environment),
      memoryGiB: Math.max(1, Math.round(environment.memoryBytes / GIB)),
      // The version of a custom kernel may contain a private name, so only its number is kept.
      os: /^\S+ \d+(\.\d+)?/.exec(environment.os)?.[0] ?? 'unknown',
      node: environment.node,
    },
    sources: environment.gitCommit,
    workload: { name: workload, ...(ms !== undefined && { taskMs: fourDigits(ms) }) },
    strategies: contestants.flatMap(({ id, version }) => (known.includes(id) ? [{ id, version }] : [])),
    twins: validity.sentinels.map(({ metric, ratio, differs }) => ({
      metric,
      ratio: factorOf(ratio),
      differs,
    })),
    conditions: {
      ...(machine && { unsteadiness: fourDigits(machine.unsteadiness) }),
      ...(machine?.steal !== undefined && { steal: fourDigits(machine.steal) }),
      ...(machine?.foreign && { foreign: fourDigits(machine.foreign.typical) }),
    },
    warnings: [...new Set([...validity.warnings, ...namedWarnings(main)].map((warning) => warning.id))],
    undominated: decision.undominated.filter((id) => known.includes(id)),
    needs: decision.needs.flatMap((need) => needOf(need, known)),
  };
  return parseStudy(id, JSON.stringify(found));
}

/** Names a built-in workload by itself, and an example by its file. A reader's own function gets no name. */
function workloadName(
  { specifier, name }: Analysis['run']['workload'],
  functions: string | undefined,
): string {
  if (specifier === name) return name;
  const [file = ''] = specifier.split('#');
  return functions !== undefined && file.startsWith(functions)
    ? basename(file, extname(file))
    : 'own function';
}

function virtualOf({ virtual }: Analysis['environment']) {
  if (virtual === undefined) return 'unknown';
  return virtual ? 'yes' : 'no';
}

/**
 * Returns a measured need that repeats no other, with the pairs of which both were measured. What is known by
 * construction, such as that a strategy without Redis survives its death, is the same on every machine.
 */
function needOf({ id, title, measured, pairs }: NeedResult, known: readonly string[]) {
  if (!measured || measured.n === 0) return [];
  const wasMeasured = (name: string) =>
    known.includes(name) && (measured.cells[name]?.kind ?? 'none') !== 'none';
  const shared = pairs.filter(({ one, other }) => wasMeasured(one) && wasMeasured(other));
  if (shared.length === 0) return [];
  return [
    {
      id,
      title: title.replaceAll(/[^\w .,()+-]/g, ''),
      n: measured.n,
      pairs: shared.map(({ one, other, relation, ratio }) => ({
        one,
        other,
        verdict: relation,
        ...(ratio && ratio.estimate > 0 && Number.isFinite(ratio.high) && { ratio: factorOf(ratio) }),
      })),
    },
  ];
}

const factorOf = ({ estimate, low, high }: Interval) => ({
  estimate: fourDigits(estimate),
  low: fourDigits(low),
  high: fourDigits(high),
});
