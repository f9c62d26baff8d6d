import type { Milliseconds, Seconds } from '@cpu-bound/measure/model';
import type { RunFlags, RunSettings, Surroundings } from './config.ts';

const UNITS: Readonly<Record<string, Seconds>> = { s: 1, m: 60, h: 3_600 };

/** Reads `90s`, `30m` or `2h` as seconds. A text that is no such time is undefined, and adds a problem. */
export function durationOf(flag: string, text: string, problems: string[]): Seconds | undefined {
  const seconds = Number(text.slice(0, -1)) * (UNITS[text.slice(-1)] ?? Number.NaN);
  if (seconds > 0 && Number.isFinite(seconds) && text.trim() === text) return seconds;
  problems.push(`${flag} ${text}: accepted: a time above 0 with its unit, as 90s, 30m or 2h`);
  return undefined;
}

/** Reads `--rate 400` as requests per second. A text that is no such number is undefined, and adds a problem. */
export function rateOf(text: string, problems: string[]): number | undefined {
  const perSecond = Number(text);
  if (perSecond > 0 && perSecond <= 1e6) return perSecond;
  problems.push(`--rate ${text}: accepted: requests per second, a number above 0, up to 1000000`);
  return undefined;
}

/** Reads `--p99 100ms` or `0.1s`. A text that is no such time is undefined, and adds a problem. */
export function p99Of(text: string, problems: string[]): Milliseconds | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text) ?? [];
  const ms = Number(amount) * (unit === 's' ? 1000 : 1);
  if (ms > 0) return ms;
  problems.push(`--p99 ${text}: accepted: a time with its unit, such as 100ms or 0.5s`);
  return undefined;
}

/** Reads the numbers and times among the flags. Each is undefined if its flag is not given. */
export function amountsOf(
  flags: RunFlags,
  measured: readonly string[],
  { questions }: Pick<Surroundings, 'questions'>,
  problems: string[],
) {
  const { rounds, longest, rate, p99 } = flags;
  const count = rounds === undefined ? undefined : Number(rounds);
  if (count !== undefined && !(Number.isInteger(count) && count >= 1 && count <= 60))
    problems.push(`--rounds ${rounds}: accepted: an integer from 1 to 60`);
  const seconds = longest === undefined ? undefined : Number(longest);
  if (seconds !== undefined && !(seconds >= 1 && seconds <= 600))
    problems.push(`--longest ${longest}: accepted: seconds from 1 to 600`);
  const perSecond = rate === undefined ? undefined : rateOf(rate, problems);
  const readersOf = (flag: 'rate' | 'p99') =>
    questions.filter((question) => question.flags?.includes(flag)).map(({ id }) => id);
  const isRead = (flag: 'rate' | 'p99') => readersOf(flag).some((id) => measured.includes(id));
  const reader = readersOf('rate').join();
  if (perSecond !== undefined && !isRead('rate'))
    problems.push(
      `--rate ${rate}: only the question ${reader} reads it; accepted: --scenarios with ${reader}`,
    );
  if (p99 !== undefined && rate === undefined && !isRead('p99'))
    problems.push(
      `--p99: needs --rate, your requests per second, or --scenarios with ${readersOf('p99').join()}`,
    );
  return {
    rounds: count,
    longest: seconds === undefined ? undefined : seconds * 1000,
    rate: perSecond,
    p99: p99 === undefined ? undefined : p99Of(p99, problems),
    goOn: goOnOf(flags, problems),
  };
}

/** Reads how long a run continues after its profile, and when it ends early. */
function goOnOf(flags: RunFlags, problems: string[]): RunSettings['goOn'] {
  const { for: time, until } = flags;
  if (time === undefined && until === undefined) return undefined;
  const within = time === undefined ? undefined : durationOf('--for', time, problems);
  if (until !== undefined && until !== 'decided') problems.push(`--until ${until}: accepted: decided`);
  const conflicting = (['against', 'rounds'] as const).filter((flag) => flags[flag] !== undefined);
  if (conflicting.length > 0)
    problems.push(
      `--for and --until: cannot be combined with ${conflicting.map((flag) => `--${flag}`).join(', ')}; leave one of them out`,
    );
  return within === undefined ? {} : { within };
}
