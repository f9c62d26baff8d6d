import { bodyTypeOf, type Workload } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';

/** The part of a workload that is plain data. */
export type WorkloadData = Pick<
  Workload,
  'name' | 'summary' | 'headline' | 'sizes' | 'bodyType' | 'answerType' | 'answersDiffer'
> & {
  readonly kernels: readonly string[];
};

export const dataOf = ({
  name,
  summary,
  headline,
  sizes,
  bodyType,
  answerType,
  answersDiffer,
  bodyFor,
  kernels,
}: Workload) =>
  defined({
    name,
    summary,
    headline,
    sizes,
    answerType,
    answersDiffer,
    bodyType: bodyFor && bodyTypeOf(defined({ bodyType })),
    kernels: Object.keys(kernels ?? {}),
  }) satisfies WorkloadData;
