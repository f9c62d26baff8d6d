/** The variables that a contestant gets from the environment in which the command was given. */
const INHERITED = /^(?:PATH|HOME|TMPDIR|TZ|LANG|LC_\w+)$/;
/** Windows starts no program without these. */
const INHERITED_ON_WINDOWS =
  /^(?:PATH|SYSTEMROOT|COMSPEC|PATHEXT|TEMP|TMP|USERPROFILE|APPDATA|LOCALAPPDATA)$/i;
/** The bench sets this variable: the folder of the bundles of the user's module. */
const SET_BY_THE_BENCH = 'WORKLOAD_BUNDLES';

/** Passes the variables of `--env` to threads and child processes of the bench, as JSON. */
const NAMED = 'CPU_BOUND_BENCH_ENV';

const NAME = /^[A-Za-z_]\w*$/;

/** Reads a variable; one that is set but empty counts as unset. */
export const variable = (name: string): string | undefined => process.env[name] || undefined;

/**
 * Reads the values of `--env NAME[=value]`; without a value, the bench's own environment has it.
 *
 * @returns the variables, and a line for each that is wrong
 */
export function readNamed(flags: readonly string[]) {
  const variables: Record<string, string> = {};
  const problems: string[] = [];
  for (const flag of flags) {
    const [, name = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(flag) ?? [];
    const text = value ?? process.env[name];
    if (!NAME.test(name)) problems.push(`--env ${flag}: accepted: NAME=value, or NAME for its value here`);
    else if (text === undefined)
      problems.push(`--env ${flag}: is not set here; set it, or give its value: --env ${name}=value`);
    else variables[name] = text;
  }
  return { variables, problems };
}

/** Gives these variables to contestants, and to all threads that run the workload, from now on. */
export function nameVariables(variables: Readonly<Record<string, string>>): void {
  process.env[NAMED] = JSON.stringify(variables);
}

/** Reads the variables that `--env` named. */
export const namedVariables = (): Readonly<Record<string, string>> => JSON.parse(variable(NAMED) ?? '{}');

/**
 * Makes the environment of every contestant, and of every thread in which the bench runs the workload. Another
 * variable of the user's shell would change the measurement unnoticed (docs/adr/0041).
 */
export function knownEnvironment(): Record<string, string> {
  const names = process.platform === 'win32' ? INHERITED_ON_WINDOWS : INHERITED;
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value && (names.test(name) || name === SET_BY_THE_BENCH) ? [[name, value] as const] : [],
  );
  return { ...Object.fromEntries(inherited), ...namedVariables() };
}

/** Makes the record of the known environment, without the values that differ in each run. */
export function recordedEnvironment(): Record<string, string> {
  const { TMPDIR: _ofTheRun, [SET_BY_THE_BENCH]: _ofTheBench, ...others } = knownEnvironment();
  return others;
}
