import { p99Of, rateOf } from '@cpu-bound/study/config/amounts';
import { UsageError } from '@cpu-bound/study/config/config';
import type { ReaderCase } from '@cpu-bound/study/decide/case';
import type { Manifest } from '@cpu-bound/study/model';

/** A reader's case: requests per second, and the longest p99. */
export type CaseFlags = { readonly rate: string; readonly p99: string };

/** Reads the reader's case from its two flags. @throws UsageError if only one of them is given, or one is wrong */
export function caseOf({
  rate,
  p99,
}: { [name in keyof CaseFlags]?: string | undefined }): ReaderCase | undefined {
  if (rate === undefined && p99 === undefined) return undefined;
  if (rate === undefined || p99 === undefined)
    throw new UsageError(['--rate and --p99 need each other, for example --rate 40 --p99 100ms']);
  const problems: string[] = [];
  const [perSecond, longest] = [rateOf(rate, problems), p99Of(p99, problems)];
  if (perSecond === undefined || longest === undefined) throw new UsageError(problems);
  return { rate: perSecond, p99: longest };
}

/** Returns the reader's case of a run's flags; `--p99` alone is the target of the question within, and no case. */
export const caseOfRun = ({ rate, p99 }: Manifest['flags']): ReaderCase | undefined =>
  typeof rate === 'string' && typeof p99 === 'string' ? caseOf({ rate, p99 }) : undefined;
