import type { Manifest } from '../model.ts';

/** The part of a run that identifies its study. */
export type Identity = Pick<
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
