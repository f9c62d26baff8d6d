import type { Wanted } from '@cpu-bound/report/size/size';
import { UsageError } from '@cpu-bound/study/config/config';

/** A reader's case: requests per second, and the longest p99. */
export type CaseFlags = { readonly rate: string; readonly p99: string };

/** The reader's own case, where one of its two flags is given. @throws UsageError where the other is not, or is wrong */
export function caseOf({
  rate,
  p99,
}: { [name in keyof CaseFlags]?: string | undefined }): Wanted | undefined {
  if (rate === undefined && p99 === undefined) return undefined;
  if (rate === undefined || p99 === undefined)
    throw new UsageError(['--rate and --p99 need each other, for example --rate 40 --p99 100ms']);
  return wantedBy({ rate, p99 });
}

/** `400` requests a second, `100ms` or `0.1s`. @throws UsageError naming each flag that is wrong */
export function wantedBy({ rate, p99 }: CaseFlags): Wanted {
  const problems: string[] = [];
  const perSecond = Number(rate);
  if (!(perSecond > 0 && perSecond <= 1e6))
    problems.push(`--rate ${rate}: accepted: requests per second, a number above 0`);
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(p99) ?? [];
  const ms = Number(amount) * (unit === 's' ? 1000 : 1);
  if (!(ms > 0)) problems.push(`--p99 ${p99}: accepted: a time with its unit, such as 100ms or 0.5s`);
  if (problems.length > 0) throw new UsageError(problems);
  return { perSecond, p99: ms };
}
