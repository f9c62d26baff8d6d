import { dirname, isAbsolute, join, relative } from 'node:path';
import { isOfOther } from '@cpu-bound/measure/contestants/against';
import { isStartable, type LocalContestant, splitVariant } from '@cpu-bound/measure/contestants/manifest';
import type { WorkloadFacts } from '@cpu-bound/measure/workload/examine';
import type { Config } from '@cpu-bound/study/config/config';
import type { RunFlags } from '@cpu-bound/study/config/flags';
import type { Manifest } from '@cpu-bound/study/model';
import { defined } from '@cpu-bound/workload/defined';

type RunFacts = {
  readonly config: Config;
  readonly examined: Pick<WorkloadFacts, 'sizes'>;
  /** Where the paths start, and where the packages are. */
  readonly root: string;
  readonly code: string;
};

/** The command that repeats a run, from the top of the project on any machine. */
export const repeatingCommand = (flags: RunFlags, of: RunFacts): string =>
  commandLine({
    profile: 'standard',
    ...withoutThisMachine(withHeadline(flags, of), of),
    seed: of.config.seed,
  });

/** Sizes are found anew each time: the headline's, which all verdicts are of, is said. */
function withHeadline(flags: RunFlags, { config, examined }: RunFacts): RunFlags {
  if (!examined.sizes) return flags;
  return { ...flags, param: Object.entries(config.headline).map(([name, value]) => `${name}=${value}`) };
}

/** The flags that make the same configuration again, from whichever folder. */
export function resumable(flags: RunFlags, config: Config, code: string): Manifest['flags'] {
  const { out: _out, publish: _publish, resume: _resume, unknown: _unknown, ...others } = flags;
  const { body: _body, args: _args, ...kept } = others; // the workload's specifier has them
  const named = ({ id, folder }: LocalContestant) => {
    if (['packages', 'packages/peers'].some((place) => dirname(folder) === join(code, place))) return id;
    const { variant } = splitVariant(id);
    return variant === undefined ? folder : `${folder}:${variant}`;
  };
  const own = config.contestants.filter(isStartable).filter((one) => !isOfOther(one));
  const { requests } = config;
  return defined({
    ...kept,
    seed: config.seed,
    ...(requests ? { requests: requests.file } : { workload: config.workloadSpecifier }),
    contestants: flags.contestants && own.map(named).join(','),
    against: config.against?.folder,
  });
}

/** A path as seen from the top of the project. */
export const fromRoot = (path: string, root: string) =>
  isAbsolute(path) ? `./${relative(root, path)}` : path;

/** The same with paths as seen from the top of the project. */
function withoutThisMachine(flags: RunFlags, { config, root, code }: RunFacts): RunFlags {
  const { contestants } = resumable(flags, config, code);
  const { body: _body, args: _args, ...kept } = flags; // the workload's specifier has them
  const paths = typeof contestants === 'string' ? contestants.split(',') : undefined;
  return {
    ...kept,
    ...defined({
      workload: flags.workload && fromRoot(config.workloadSpecifier, root),
      against: config.against && fromRoot(config.against.folder, root),
      requests: config.requests && fromRoot(config.requests.file, root),
      contestants: paths?.map((one) => fromRoot(one, root)).join(','),
    }),
  };
}

/** A command of `bench run` with these flags. */
export function commandLine(flags: RunFlags): string {
  const { out: _out, publish: _publish, unknown: _unknown, resume: _resume, ...rest } = flags;
  const { param = [], target = [], env = [], ...given } = rest;
  const words = Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'string' ? [flagOf(name), quoted(value)] : value === true ? [flagOf(name)] : [],
  );
  const repeated = (name: string, values: readonly string[]) =>
    values.flatMap((value) => [`--${name}`, quoted(value)]);
  return [
    'pnpm bench run',
    ...words,
    ...repeated('target', target),
    ...repeated('param', param),
    ...repeated('env', env),
  ].join(' ');
}

/** `statusOnly` → `--status-only` */
const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const quoted = (word: string) => (/^[\w,./=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
