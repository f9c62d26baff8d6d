import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trial } from '../model/plan.ts';
import type { TrialResult } from '../model/results.ts';
import type { Manifest, Run } from '../model/run.ts';
import { ResultsError, readRun } from './store.ts';

/** The folder of the runs that were added to a study; a study's own folder is that of the run that began it. */
export const runsIn = (folder: string) => join(folder, 'runs');

/**
 * Reads a study: the run that began it and those that were added, as one run.
 *
 * @throws ResultsError if the folder holds no run, or a run of another study
 */
export async function readStudy(folder: string): Promise<Run> {
  const first = await readRun(folder);
  const names = await readdir(runsIn(folder)).catch(() => []);
  const others = await Promise.all(names.map((name) => readRun(join(runsIn(folder), name))));
  for (const { manifest } of others) {
    const differences = differencesBetween(first.manifest, manifest);
    if (differences.length > 0)
      throw new ResultsError(
        `${join(runsIn(folder), manifest.id)}: does not belong to this study; remove it: ${differences.join('; ')}`,
      );
  }
  return joinRuns(
    first,
    others.toSorted((a, b) => (a.manifest.startedAt < b.manifest.startedAt ? -1 : 1)),
  );
}

/**
 * Joins the runs of a study into one, so that everything that reads a run reads a study. The rounds of each run stay
 * rounds of their own. Its trials and sample files get its name as a prefix. Everything else is combined.
 * Its completeness comes from the first run alone. So do the trials for which there was no time, without those that a
 * later run made up for. Later runs contribute only what they measured.
 *
 * @param first the run that began the study, which lends its name; a study of one run is that run
 * @param others in the order in which they began; of the same identity (see `differencesBetween`)
 */
export function joinRuns(first: Run, others: readonly Run[]): Run {
  if (others.length === 0) return first;
  let rounds = 0;
  const parts = [first, ...others].map((run, index) => {
    const part = index === 0 ? run : renamed(run, rounds);
    rounds = Math.max(rounds, ...measuredIn(part).map(({ round }) => round));
    return part;
  });
  const { promisedS: _promised, ...manifest } = first.manifest;
  const all = parts.map((part) => part.manifest);
  const madeUpFor = madeUpForBy(others, first.notRun);
  return {
    manifest: {
      ...manifest,
      scenarios: [...new Set(all.flatMap(({ scenarios }) => scenarios))],
      variants: uniqueBy('id', ...all.map(({ variants = [] }) => variants)),
      leftOut: leftOutOf(all),
      missing: uniqueBy('contestant', ...all.map(({ missing }) => missing)),
      checks: uniqueBy(
        'id',
        all.flatMap(({ checks }) => checks).toSorted((a, b) => Number(a.fit) - Number(b.fit)),
      ),
      plan: all.flatMap(({ plan }) => plan).filter(({ id }) => !madeUpFor.has(id)),
    },
    results: parts.flatMap(({ results }) => results),
    dimensions: dimensionsOf(parts),
    durationS: parts.reduce((sum, { durationS }) => sum + durationS, 0),
    interrupted: first.interrupted,
    notRun: first.notRun.filter((id) => !madeUpFor.has(id)),
    parts,
    samples(file) {
      const owner = parts.slice(1).find(({ manifest }) => file.startsWith(`${manifest.id}/`));
      return (owner ?? first).samples(file);
    },
  };
}

/** The part of a run's plan that was carried out. */
const measuredIn = ({ manifest, results }: Run): readonly Trial[] =>
  manifest.plan.filter(({ id }) => results.some(({ trial }) => trial === id));

/** The trials without time of which later runs measured others of the same question and name: as many as they measured. */
function madeUpForBy(others: readonly Run[], notRun: readonly string[]): ReadonlySet<string> {
  const later = Map.groupBy(others.flatMap(measuredIn), ({ id }) => withoutRound(id));
  return new Set(
    [...Map.groupBy(notRun, withoutRound)].flatMap(([name, ids]) =>
      ids.slice(0, later.get(name)?.length ?? 0),
    ),
  );
}

/** `jobs/2/queue` is the second round of `jobs/queue`. */
const withoutRound = (trial: string): string => trial.replace(/\/\d+(?=\/|$)/, '');

/**
 * Returns an added run with what it measured alone: its name is a prefix of its trials and files, and its rounds are
 * numbered after those of earlier runs.
 */
function renamed(run: Run, after: number): Run {
  const name = `${run.manifest.id}/`;
  return {
    ...run,
    manifest: {
      ...run.manifest,
      plan: measuredIn(run).map((trial) => ({
        ...trial,
        id: `${name}${trial.id}`,
        round: trial.round + after,
      })),
    },
    results: run.results.map((result) => renamedResult(result, name)),
    samples: (file) => run.samples(file.slice(name.length)),
  };
}

/** The keys of a result whose values name a trial or a file. */
const NAMES: readonly string[] = ['trial', 'samples', 'lags'];

/** Puts the run's name before each name of a result, which is plain data. */
const renamedResult = (result: TrialResult, name: string): TrialResult =>
  JSON.parse(JSON.stringify(result), (key, value) =>
    NAMES.includes(key) && typeof value === 'string' ? `${name}${value}` : value,
  );

/** The omissions of a question come from the newest run that asked it, which may have asked it with all conditions. */
function leftOutOf(manifests: readonly Manifest[]): NonNullable<Manifest['leftOut']> {
  const newest = new Map(
    manifests.flatMap((manifest) => manifest.scenarios.map((question) => [question, manifest] as const)),
  );
  return [...newest].flatMap(([question, { leftOut = [] }]) =>
    leftOut.filter((omission) => omission.scenario === question),
  );
}

/** Returns the warm-ups and kernel times as first measured. */
function dimensionsOf(parts: readonly Run[]): Run['dimensions'] {
  const known = parts.flatMap(({ dimensions }) => dimensions ?? []).toReversed();
  if (known.length === 0) return undefined;
  return {
    ...Object.assign({}, ...known),
    warmUpSeconds: Object.assign({}, ...known.map(({ warmUpSeconds }) => warmUpSeconds)),
    kernelMs: Object.assign({}, ...known.map(({ kernelMs }) => kernelMs)),
  };
}

/** Keeps the first of those that have the same name. */
const uniqueBy = <T>(name: keyof T, ...lists: readonly (readonly T[])[]): T[] =>
  [...Map.groupBy(lists.flat(), (item) => item[name]).values()].flatMap(([first]) => first ?? []);

/** The part of a run that identifies its study. */
type Identity = Pick<
  Manifest,
  'workload' | 'environment' | 'contestants' | 'variants' | 'baseline' | 'workers' | 'against'
> &
  Partial<Pick<Manifest, 'sources' | 'variables'>>;

/** The facts that must agree before rounds of two runs can form one study. */
type Facts = Readonly<Record<string, string>>;

const MACHINE = ['cpuModel', 'cores', 'memoryBytes', 'os', 'node', 'redis'] as const;

const queryText = (query: Readonly<Record<string, string>>) => new URLSearchParams(query).toString();

function factsOf({ workload, environment, contestants, baseline, workers }: Identity): Facts {
  return {
    ...Object.fromEntries(MACHINE.map((fact) => [`machine: ${fact}`, String(environment[fact])])),
    ...Object.fromEntries(
      Object.entries(environment.provisions ?? {}).map(([name, version]) => [`machine: ${name}`, version]),
    ),
    'machine: cores of the load generators': String(environment.part?.generators ?? 'those of the services'),
    workload: workload.specifier,
    input: queryText(workload.headline),
    'check of answers': workload.requests?.statusOnly ? 'by status alone' : 'whole',
    sizes: (workload.sizes ?? []).map(({ query }) => queryText(query)).join(', ') || 'its own',
    contestants: contestants
      .map(({ id, version, elsewhere }) => `${id} ${version}${elsewhere ? ` at ${elsewhere.origin}` : ''}`)
      .join(', '),
    baseline,
    workers: String(workers),
  };
}

/**
 * Lists the differences between two runs that forbid pooling their rounds: workload, input, machine, versions,
 * contestants, their environment, or the measuring code. Each has a line; without a difference the list is empty.
 */
export function differencesBetween(earlier: Identity, later: Identity): string[] {
  const [before, after] = [factsOf(earlier), factsOf(later)];
  const variables = changesBetween(variablesOf(earlier), variablesOf(later), 'not set');
  return [
    ...changesBetween(before, after, 'none'),
    ...variables.map((change) => `environment: ${change}`),
    ...variantsBetween(earlier, later),
    ...(earlier.workload.sources === later.workload.sources
      ? []
      : [`workload: the files or the samples of ${earlier.workload.specifier} have changed`]),
    ...(earlier.against?.sources === later.against?.sources
      ? []
      : ['against: the code of the other checkout has changed']),
    ...(earlier.sources === later.sources ? [] : ['code: the sources or the lockfile have changed']),
  ];
}

/** The PATH differs between shells, and the versions already cover the programs that it leads to. */
function variablesOf({ variables = {} }: Identity): Facts {
  const { PATH: _path, ...others } = variables;
  return others;
}

const changesBetween = (before: Facts, after: Facts, none: string): string[] =>
  Object.keys({ ...before, ...after })
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name} was ${before[name] ?? none}, is ${after[name] ?? none}`);

/**
 * A question with all its conditions has variants that a shorter one lacks, so only the variants of both are compared.
 */
function variantsBetween(earlier: Identity, later: Identity): string[] {
  return (earlier.variants ?? []).flatMap(({ id, version }) => {
    const other = later.variants?.find((variant) => variant.id === id);
    return other && other.version !== version ? [`${id} was ${version}, is ${other.version}`] : [];
  });
}
