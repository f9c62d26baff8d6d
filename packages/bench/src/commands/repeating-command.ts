import { dirname, isAbsolute, join, relative } from 'node:path';
import { isOfOther } from '@cpu-bound/measure/contestants/against';
import { isStartable, type LocalContestant, splitVariant } from '@cpu-bound/measure/contestants/manifest';
import type { WorkloadFacts } from '@cpu-bound/measure/workload/examine';
import { commandLine } from '@cpu-bound/study/analyse/commands';
import type { Config, RepeatableFlags, RunFlags } from '@cpu-bound/study/config/config';
import type { Manifest } from '@cpu-bound/study/model';
import { defined } from '@cpu-bound/workload/defined';

type RunFacts = {
  readonly config: Config;
  readonly examined: Pick<WorkloadFacts, 'sizes'>;
  /** `root` is the top of the project, where relative paths start; `code` is the folder of the packages. */
  readonly root: string;
  readonly code: string;
};

/** Writes the command that repeats a run, from the top of the project on any machine. */
export const repeatingCommand = (run: RunFacts): string =>
  commandLine({
    profile: 'standard',
    ...withoutThisMachine(withHeadline(run), run),
    ...timeOf(run.config),
    seed: run.config.seed,
  });

/** The time of a run, if it is not that of its profile. A soak has no other time than its promised one. */
function timeOf({ goOn, profileName, promisedSeconds }: Config): Pick<RunFlags, 'for' | 'until'> {
  const seconds = profileName === 'soak' ? promisedSeconds : goOn?.within;
  if (seconds !== undefined) return { for: `${seconds}s` };
  return goOn ? { until: 'decided' } : {};
}

/** Sizes are found anew in each run, so the command names the input of the headline, which all verdicts concern. */
function withHeadline({ config, examined }: RunFacts): RepeatableFlags {
  if (!examined.sizes) return config.flags;
  return {
    ...config.flags,
    param: Object.entries(config.headline).map(([name, value]) => `${name}=${value}`),
  };
}

/** Replaces paths of this machine by paths from the top of the project. */
function withoutThisMachine(flags: RepeatableFlags, { config, root, code }: RunFacts): RepeatableFlags {
  const { contestants } = resumable(config, code);
  // The workload's specifier includes these.
  const { body: _body, args: _args, type: _type, answersDiffer: _differ, ...others } = flags;
  const paths = typeof contestants === 'string' ? contestants.split(',') : undefined;
  return {
    ...others,
    ...defined({
      workload: flags.workload && fromRoot(config.workloadSpecifier, root),
      against: config.against && fromRoot(config.against.folder, root),
      requests: config.requests && fromRoot(config.requests.file, root),
      contestants: paths?.map((path) => fromRoot(path, root)).join(','),
    }),
  };
}

/** Writes the flags that make the same configuration again, from any folder. */
export function resumable(config: Config, code: string): Manifest['flags'] {
  // The workload's specifier includes these.
  const { body: _body, args: _args, type: _type, answersDiffer: _differ, ...flags } = config.flags;
  const named = ({ id, folder }: LocalContestant) => {
    if (['packages', 'packages/peers'].some((place) => dirname(folder) === join(code, place))) return id;
    const { variant } = splitVariant(id);
    return variant === undefined ? folder : `${folder}:${variant}`;
  };
  const ours = config.contestants.filter(isStartable).filter((contestant) => !isOfOther(contestant));
  const { requests } = config;
  return defined({
    ...flags,
    seed: config.seed,
    ...(requests ? { requests: requests.file } : { workload: config.workloadSpecifier }),
    contestants: flags.contestants && ours.map(named).join(','),
    against: config.against?.folder,
  });
}

export const fromRoot = (path: string, root: string) =>
  isAbsolute(path) ? `./${relative(root, path)}` : path;
