import { basename, extname } from 'node:path';
import { BenchError } from '@cpu-bound/measure/model/errors';
import { taskMs } from '@cpu-bound/study/analyse/look-up';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import { namedWarnings } from '@cpu-bound/study/decide/warnings';
import { fourDigits } from '@cpu-bound/study/format';
import type { Analysis, Interval, NeedResult } from '@cpu-bound/study/model';
import { z } from 'zod';

/** Names and versions on one line: the pattern excludes a path, an address or a sentence. */
const short = z.string().regex(/^[\w .,()+-]{1,80}$/);
/** The id of a contestant of this repository. */
const strategy = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/);
const factor = z.strictObject({
  estimate: z.number().positive(),
  low: z.number().nonnegative(),
  high: z.number().positive(),
});

/**
 * A study as it is shared: verdicts and ratios, and the facts on which they depend. Every object is strict, so a field
 * without a name here is refused: no private data gets into `published/` by accident.
 */
const schema = z.strictObject({
  /** 1: throughput was measured by a method that the bench has no more. */
  schemaVersion: z.literal([1, 2]),
  id: z.string().regex(/^[\w-]{1,80}$/),
  startedAt: z.iso.datetime(),
  profile: short,
  /** 0 if the run was interrupted before its first trial ended. */
  durationS: z.number().nonnegative(),
  machine: z.strictObject({
    cores: z.int().positive(),
    /** The cores of the machine, if the services had a part of them. */
    of: z.int().positive().optional(),
    cpu: short,
    /** `yes` if a hypervisor runs the machine. */
    virtual: z.enum(['yes', 'no', 'unknown']),
    memoryGiB: z.int().positive(),
    os: short,
    node: short,
  }),
  /** The contestants' sources: a commit, or the version of the package. */
  sources: z.string().regex(/^([0-9a-f]{7,40}( with uncommitted changes)?|cpu-bound-bench [\d.]+|unknown)$/),
  workload: z.strictObject({
    /** A function of a reader's own has no name here. */
    name: short,
    taskMs: z.number().positive().optional(),
  }),
  strategies: z.array(z.strictObject({ id: strategy, version: short })),
  /** Two processes of the baseline, compared: they show the differences that this machine can resolve. */
  twins: z.array(z.strictObject({ metric: short, ratio: factor, differs: z.boolean() })),
  conditions: z.strictObject({
    unsteadiness: z.number().nonnegative().optional(),
    steal: z.number().nonnegative().optional(),
    foreign: z.number().nonnegative().optional(),
  }),
  /** The ids of the run's warnings. */
  warnings: z.array(short),
  undominated: z.array(strategy),
  needs: z.array(
    z.strictObject({
      id: short,
      title: short,
      /** The number of rounds. */
      n: z.int().nonnegative(),
      pairs: z.array(
        z.strictObject({
          one: strategy,
          other: strategy,
          /** The verdict on `one` ÷ `other`; older files call a pair without a look `inconclusive`. */
          verdict: z.enum(['better', 'worse', 'equivalent', 'inconclusive', 'not-judged']),
          /** The factor by which `one` is better: above 1 if it is better. */
          ratio: factor.optional(),
        }),
      ),
    }),
  ),
});

export type PublishedStudy = z.infer<typeof schema>;

/** @throws BenchError naming the file and each field that is wrong */
export function parseStudy(file: string, text: string): PublishedStudy {
  const { data, error } = schema.safeParse(JSON.parse(text));
  if (data) return data;
  const problems = error.issues.map(({ path, message }) => `${file}: ${path.join('.')}: ${message}`);
  throw new BenchError('RESULTS', [
    ...problems,
    'accepted: a file that `npx -y pnpm@12 bench publish` wrote',
  ]);
}

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
