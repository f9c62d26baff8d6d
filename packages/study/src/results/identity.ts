import type { Manifest } from '../model.ts';

/** As much of a run as says which study it is of. */
export type Identity = Pick<
  Manifest,
  'workload' | 'environment' | 'contestants' | 'variants' | 'baseline' | 'workers' | 'against'
> &
  Partial<Pick<Manifest, 'sources' | 'variables'>>;

/** The facts that must agree for the rounds of two runs to be rounds of one study. */
type Facts = Readonly<Record<string, string>>;

const MACHINE = ['cpuModel', 'cores', 'memoryBytes', 'os', 'node', 'redis'] as const;

const queryText = (query: Readonly<Record<string, string>>) => new URLSearchParams(query).toString();

function factsOf({ workload, environment, contestants, baseline, workers }: Identity): Facts {
  return {
    ...Object.fromEntries(MACHINE.map((fact) => [`machine: ${fact}`, String(environment[fact])])),
    ...Object.fromEntries(
      Object.entries(environment.provisions ?? {}).map(([name, version]) => [`machine: ${name}`, version]),
    ),
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
 * What differs between two runs, so that their rounds cannot be pooled: workload, input, machine, versions, contestants,
 * their environment, or the code that measures. A line for each, empty where nothing does.
 */
export function differencesBetween(begun: Identity, now: Identity): string[] {
  const [before, after] = [factsOf(begun), factsOf(now)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return [
    ...names
      .filter((name) => before[name] !== after[name])
      .map((name) => `${name} was ${before[name] ?? 'none'}, is ${after[name] ?? 'none'}`),
    ...variablesBetween(begun, now),
    ...variantsBetween(begun, now),
    ...(begun.workload.sources === now.workload.sources
      ? []
      : [`workload: the files or the samples of ${begun.workload.specifier} have changed`]),
    ...(begun.against?.sources === now.against?.sources
      ? []
      : ['against: the code of the other checkout has changed']),
    ...(begun.sources === now.sources ? [] : ['code: the sources or the lockfile have changed']),
  ];
}

/** The PATH is another in every shell, and the programs that it leads to are among what has versions. */
function variablesBetween(begun: Identity, now: Identity): string[] {
  const [before, after] = [begun.variables ?? {}, now.variables ?? {}];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => name !== 'PATH' && before[name] !== after[name])
    .map((name) => `environment: ${name} was ${before[name] ?? 'not set'}, is ${after[name] ?? 'not set'}`);
}

/** A question asked in full has variants beside the contestants that a shorter one has not: those of both are the same. */
function variantsBetween(begun: Identity, now: Identity): string[] {
  return (begun.variants ?? []).flatMap(({ id, version }) => {
    const other = now.variants?.find((one) => one.id === id);
    return other && other.version !== version ? [`${id} was ${version}, is ${other.version}`] : [];
  });
}
