import { basename, resolve } from 'node:path';
import { namesIn, passOn } from '@cpu-bound/measure/host/known-environment';
import { RequestFileError, readRequests } from '@cpu-bound/measure/load/from-file/exchanges';
import type { KnownWorkload } from '@cpu-bound/measure/own/known';
import {
  absoluteSpecifier,
  builtInFile,
  isBuiltIn,
  type Query,
  WorkloadError,
  withInputs,
} from '@cpu-bound/workload';
import {
  inputsIn,
  type OwnRequests,
  type RequestFlags,
  type RunFlags,
  type RunSettings,
  type Surroundings,
} from './config.ts';

type Input = Pick<
  RunSettings,
  'workload' | 'workloadSpecifier' | 'requests' | 'headline' | 'headlineNamed'
> & {
  /** The octets of each body that is sent. */
  readonly bodies: readonly number[];
};

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
  const headline = found && (await headlineQuery(found.workload, flags, problems));
  return (
    headline && {
      workloadSpecifier: found.workload.name,
      ...found,
      ...headline,
      headlineNamed: param.length > 0,
    }
  );
}

/** Longer arguments are no readable part of a command. */
const MOST_ARGS = 2_000;

const isFunction = ({ workload, body, args }: RunFlags): boolean =>
  workload !== undefined && !isBuiltIn(workload) && (body ?? args) !== undefined;

function problemsOfFunction(flags: RunFlags): string[] {
  const { body, args, type, answersDiffer } = flags;
  if ((type ?? answersDiffer) !== undefined && !isFunction(flags))
    return [
      `${type === undefined ? '--answers-differ' : '--type'}: goes with --body or --args, for a function of your own`,
    ];
  if ((body ?? args) !== undefined && !isFunction(flags))
    return ['--body and --args: go with --workload ./file.ts#name, the function that takes them'];
  if (body !== undefined && args !== undefined) return ['--body and --args: accepted: one of them'];
  return args !== undefined && args.length > MOST_ARGS
    ? [
        `--args: has ${args.length} characters, which are a part of every command and page; accepted: up to ${MOST_ARGS}, or a file with the array: --args @args.json`,
      ]
    : [];
}

async function loadedWorkload(flags: RunFlags, { cwd, load }: Surroundings, problems: string[]) {
  const { workload: named = 'primes', against } = flags;
  const specifier = isFunction(flags) ? withInputs(named, inputsIn(flags), cwd) : named;
  try {
    const workload = await load(specifier, cwd);
    return { workload, workloadSpecifier: specifierOf(specifier, workload, against !== undefined, cwd) };
  } catch (error) {
    if (!(error instanceof WorkloadError)) throw error; // it was interrupted
    const remedy = passOn(namesIn(error.message));
    problems.push(`--workload: ${error.message}${remedy === undefined ? '' : `; ${remedy}`}`);
    return undefined;
  }
}

/** `--param upTo=200000` replaces that parameter in the workload's own headline query. */
async function headlineQuery(
  workload: KnownWorkload,
  { param: params = [], body }: Pick<RunFlags, 'param' | 'body'>,
  problems: string[],
): Promise<{ readonly headline: Query; readonly bodies: readonly number[] } | undefined> {
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
  const found = await workload.check(query);
  if (!('why' in found)) return { headline: query, bodies: found };
  const { why, ofBody } = found;
  const named = body === undefined ? '--workload' : `--body ${body}`;
  problems.push(ofBody ? `${named}: ${new URLSearchParams(ofBody)}: ${why}` : `--param: ${why}`);
  return undefined;
}

/**
 * Returns the workload's name or its absolute path. With a path, the other checkout computes our workload, and not its
 * own one of this name.
 */
function specifierOf(specifier: string, { name }: KnownWorkload, isAgainst: boolean, cwd: string): string {
  if (!isBuiltIn(specifier)) return absoluteSpecifier(specifier, cwd);
  return isAgainst ? specifier.replace(name, () => builtInFile(name)) : specifier;
}

/** This number of digits distinguishes files on a page or in a link. */
const SHOWN_DIGITS = 12;

/**
 * Reads the requests of a file, and describes them in place of a workload: the input is their digest and their number.
 * So two runs can be compared if their requests are the same, and no content is stored. A file that has no requests is
 * undefined, and adds a problem for each wrong line.
 */
async function ownRequests(
  file: string,
  { statusOnly = false, keepRequests: keep = false }: RequestFlags,
  cwd: string,
  problems: string[],
): Promise<{ readonly requests: OwnRequests; readonly workload: KnownWorkload } | undefined> {
  const path = resolve(cwd, file);
  const found = await readRequests(path, file).catch((error: unknown) => {
    if (!(error instanceof RequestFileError)) throw error;
    problems.push(...error.problems);
  });
  if (!found) return undefined;
  const { requests, sha256 } = found;
  const count = requests.length;
  const workload: KnownWorkload = {
    name: 'requests',
    summary: `requests from ${basename(file)}`,
    headline: { sha256: sha256.slice(0, SHOWN_DIGITS), lines: String(count) },
    sizes: [],
    kernels: [],
    check: async () => requests.map(({ body }) => body?.byteLength ?? 0),
    sentFor: nowhere,
    oracleFor: nowhere,
  };
  return { requests: { file: path, shown: file, sha256, count, statusOnly, keep, answers: [] }, workload };
}

function nowhere(): never {
  throw new Error('requests from a file are computed by the targets alone');
}

/** Finds flags that cannot be combined with `--requests`, each with the accepted ones. */
function conflictsWithRequests(flags: RunFlags): string[] {
  const { requests, statusOnly, keepRequests, light } = flags;
  if (requests === undefined) {
    const alone = Object.entries({ 'status-only': statusOnly, 'keep-requests': keepRequests, light });
    return alone
      .filter(([, value]) => value !== undefined)
      .map(([name]) => `--${name}: needs --requests file.ndjson`);
  }
  const conflicting = ['contestants', 'workload', 'body', 'args', 'type', 'param', 'longest'] as const;
  const wrong = conflicting.filter((name) => flags[name] !== undefined);
  return [
    ...(flags.target ? [] : ['--requests: needs a target; accepted: --target name=URL, once or more']),
    ...wrong.map(
      (name) =>
        `--${name}: cannot be combined with --requests, which defines the requests to the --target services; leave one of them out`,
    ),
    ...(light === undefined || /^\/[!-"$-~]*$/.test(light)
      ? []
      : [`--light ${light}: accepted: a path that begins with /, such as /healthz`]),
  ];
}
