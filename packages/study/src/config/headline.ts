import {
  absoluteSpecifier,
  builtInFile,
  inputOf,
  isBuiltIn,
  isInvalidParameter,
  type Query,
  rotationOf,
  type Workload,
} from '@cpu-bound/workload';

/** `--param upTo=200000` replaces that parameter of the workload's own headline query. */
export function headlineQuery(
  workload: Workload,
  params: readonly string[],
  problems: string[],
): Query | undefined {
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

/** The first of the queries that are sent in turn whose body is no input. */
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

/** The workload's name or its absolute path: another checkout computes ours, and not the one of this name that it has. */
export function specifierOf(specifier: string, { name }: Workload, isAgainst: boolean, cwd: string): string {
  if (!isBuiltIn(specifier)) return absoluteSpecifier(specifier, cwd);
  return isAgainst ? specifier.replace(name, () => builtInFile(name)) : specifier;
}
