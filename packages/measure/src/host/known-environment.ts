import { scryptSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

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

/** Reads `--env NAME[=value]`, without a value from this environment, with a line for each that is wrong. */
export function readNamed(flags: readonly string[]) {
  const variables: Record<string, string> = {};
  const problems: string[] = [];
  for (const flag of flags) {
    const [, name = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(flag) ?? [];
    // A run that goes on in this process knows the value, which its manifest does not have.
    const text = value ?? namedVariables()[name] ?? process.env[name];
    if (!NAME.test(name)) problems.push(`--env ${flag}: accepted: NAME=value, or NAME for its value here`);
    else if (text === undefined)
      problems.push(
        `--env ${flag}: is not set here; set it, or give its value, which is stored nowhere, to bench run: --env ${name}=value`,
      );
    else variables[name] = text;
  }
  return { variables, problems };
}

/** Gives these variables to contestants, and to all threads that run the workload, from now on. */
export function nameVariables(variables: Readonly<Record<string, string>>): void {
  process.env[NAMED] = JSON.stringify(variables);
}

export const namedVariables = (): Readonly<Record<string, string>> => JSON.parse(variable(NAMED) ?? '{}');

/**
 * Makes the environment of every contestant, and of every thread in which the bench runs the workload. Another
 * variable of the user's shell would change the measurement unnoticed (docs/adr/0041). Libraries compute less in
 * production: React needs an eighth of the time, so a task that is timed alone has the `NODE_ENV` of a service.
 */
export function knownEnvironment(): Record<string, string> {
  const names = process.platform === 'win32' ? INHERITED_ON_WINDOWS : INHERITED;
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value && (names.test(name) || name === SET_BY_THE_BENCH) ? [[name, value] as const] : [],
  );
  return { ...Object.fromEntries(inherited), NODE_ENV: 'production', ...namedVariables() };
}

/**
 * Makes the record of the known environment, without the values that differ in each run. A value of `--env` may be a
 * secret, and a manifest is shared: the record has its digest, by which two runs are compared.
 */
export function recordedEnvironment(): Record<string, string> {
  const { TMPDIR: _ofTheRun, [SET_BY_THE_BENCH]: _ofTheBench, ...others } = knownEnvironment();
  const named = namedVariables();
  return Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, name in named ? digestOf(name, value) : value]),
  );
}

/** A short secret could be guessed from a fast hash; scrypt takes some 40 ms for each guess. */
const digestOf = (name: string, value: string) => `scrypt:${scryptSync(value, name, 8).toString('hex')}`;

/** Names the variables of `--env NAME[=value]`, without their values. */
export const namesOf = (flags: readonly string[]): string[] => flags.map((flag) => flag.replace(/=.*$/s, ''));

/** Says how to pass on the variables that this shell has and contestants lack; undefined if there are none. */
export function passOn(names: Iterable<string>): string | undefined {
  const known = knownEnvironment();
  const here = [...new Set(names)].filter((name) => process.env[name] !== undefined && !(name in known));
  const flags = here.map((name) => `--env ${name}`).join(' ');
  return here.length > 0
    ? `services do not get ${here.join(', ')} of your shell; pass it on: ${flags}`
    : undefined;
}

/** Finds the words of a message that may be names of variables, for `passOn`. */
export const namesIn = (message: string): string[] => message.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [];

/** Tells whether this code is in its repository (or an image of it), and not installed from npm in a user's project. */
export const isClone = (code: string): boolean => existsSync(join(code, 'pnpm-workspace.yaml'));
