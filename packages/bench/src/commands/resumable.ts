import { dirname, isAbsolute, join, relative } from 'node:path';
import { isOfOther } from '@cpu-bound/measure/contestants/against';
import { isStartable, type LocalContestant, splitVariant } from '@cpu-bound/measure/contestants/manifest';
import type { Config } from '@cpu-bound/study/config/config';
import type { Manifest } from '@cpu-bound/study/model';
import { defined } from '@cpu-bound/workload/defined';

/** Writes the flags that make the same configuration again, from any folder. */
export function resumable(config: Config, code: string): Manifest['flags'] {
  // The workload's specifier includes these.
  const { body: _body, args: _args, type: _type, answersDiffer: _differ, ...flags } = config.flags;
  const named = ({ id, folder }: LocalContestant) => {
    if (['packages', 'packages/peers'].some((place) => dirname(folder) === join(code, place))) return id;
    const { variant } = splitVariant(id);
    return variant === undefined ? folder : `${folder}:${variant}`;
  };
  const own = config.contestants.filter(isStartable).filter((one) => !isOfOther(one));
  const { requests } = config;
  return defined({
    ...flags,
    seed: config.seed,
    ...(requests ? { requests: requests.file } : { workload: config.workloadSpecifier }),
    contestants: flags.contestants && own.map(named).join(','),
    against: config.against?.folder,
  });
}

/** Writes a path relative to the top of the project. */
export const fromRoot = (path: string, root: string) =>
  isAbsolute(path) ? `./${relative(root, path)}` : path;
