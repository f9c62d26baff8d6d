import {
  absoluteSpecifier,
  builtInFile,
  inputOf,
  isBuiltIn,
  isInvalidParameter,
  loadWorkload,
  type Query,
  rotationOf,
  type Workload,
  WorkloadError,
  withInputs,
} from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { RunSettings } from './config.ts';
import type { RunFlags, Surroundings } from './flags.ts';
import { conflictsWithRequests, ownRequests } from './requests.ts';

type Input = Pick<RunSettings, 'workload' | 'workloadSpecifier' | 'requests' | 'headline' | 'headlineNamed'>;

/** Loads the workload with the run's input, or the requests from a file; undefined if a flag is wrong. */
export async function inputFor(
  flags: RunFlags,
  surroundings: Surroundings,
  problems: string[],
): Promise<Input | undefined> {
  const { requests: file, param = [] } = flags;
  problems.push(...problemsOfFunction(flags), ...conflictsWithRequests(flags));
  const found = await (file === undefined
    ? loadedWorkload(flags, surroundings, problems)
    : ownRequests(file, flags, surroundings.cwd, problems));
  const headline = found && headlineQuery(found.workload, param, problems);
  return (
    headline && {
      workloadSpecifier: found.workload.name,
      ...found,
      headline,
      headlineNamed: param.length > 0,
    }
  );
}

const isFunction = ({ workload, body, args }: RunFlags): boolean =>
  workload !== undefined && !isBuiltIn(workload) && (body ?? args) !== undefined;

function problemsOfFunction(flags: RunFlags): string[] {
  const { body, args } = flags;
  if ((body ?? args) !== undefined && !isFunction(flags))
    return ['--body and --args: go with --workload ./file.ts#name, the function that takes them'];
  return body !== undefined && args !== undefined ? ['--body and --args: accepted: one of them'] : [];
}

async function loadedWorkload(
  flags: RunFlags,
  { cwd, load = loadWorkload }: Surroundings,
  problems: string[],
) {
  const { workload: named = 'primes', body, args, against } = flags;
  const specifier = isFunction(flags) ? withInputs(named, defined({ body, args }), cwd) : named;
  try {
    const workload = await load(specifier, cwd);
    return { workload, workloadSpecifier: specifierOf(specifier, workload, against !== undefined, cwd) };
  } catch (error) {
    if (!(error instanceof WorkloadError)) throw error; // it was interrupted
    problems.push(`--workload: ${error.message}`);
    return undefined;
  }
}

/** `--param upTo=200000` replaces that parameter in the workload's own headline query. */
function headlineQuery(workload: Workload, params: readonly string[], problems: string[]): Query | undefined {
  const changes: Record<string, string> = {};
  for (const param of params) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(param) ?? [];
    if (name === undefined || value === undefined) {
      problems.push(
        `--param ${param}: accepted: name=value, e.g. ${Object.entries(workload.headline)[0]?.join('=')}`,
      );
    } else {
      changes[name] = value;
    }
  }
  const query = { ...workload.headline, ...changes };
  try {
    inputOf(workload, query);
    return query;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const isBody = isInvalidParameter(error) && error.parameter === 'body';
    problems.push(isBody ? `--workload: ${firstRefused(workload, query)}: ${said}` : `--param: ${said}`);
    return undefined;
  }
}

/** Returns the first of the queries sent in turn whose body is no valid input. */
function firstRefused(workload: Workload, query: Query): string {
  const isRefused = (one: Query) => {
    try {
      inputOf(workload, one);
      return false;
    } catch {
      return true;
    }
  };
  return new URLSearchParams(rotationOf(workload, query).find(isRefused) ?? query).toString();
}

/**
 * Returns the workload's name or its absolute path. With a path, the other checkout computes our workload, and not its
 * own one of this name.
 */
function specifierOf(specifier: string, { name }: Workload, isAgainst: boolean, cwd: string): string {
  if (!isBuiltIn(specifier)) return absoluteSpecifier(specifier, cwd);
  return isAgainst ? specifier.replace(name, () => builtInFile(name)) : specifier;
}
