import type { RepeatableFlags, RunFlags } from '@cpu-bound/study/config/flags';

/** Writes the command of `bench run` with these flags. */
export function commandLine({
  param = [],
  target = [],
  env = [],
  ...given
}: RepeatableFlags & Pick<RunFlags, 'for' | 'until'>): string {
  const words = Object.entries(given).flatMap(([name, value]) => {
    if (typeof value === 'string') return [flagOf(name), quoted(value)];
    return value === true ? [flagOf(name)] : [];
  });
  const repeated = (name: string, values: readonly string[]) =>
    values.flatMap((value) => [`--${name}`, quoted(value)]);
  return [
    'npx -y pnpm@12 bench run',
    ...words,
    ...repeated('target', target),
    ...repeated('param', param),
    ...repeated('env', env),
  ].join(' ');
}

/** Writes the name of a flag: `statusOnly` → `--status-only`. */
const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const quoted = (word: string) => (/^[\w,./=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
