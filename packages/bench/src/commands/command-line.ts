import type { RepeatableFlags } from '@cpu-bound/study/config/flags';

/** A command of `bench run` with these flags. */
export function commandLine({ param = [], target = [], env = [], ...given }: RepeatableFlags): string {
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
