import * as format from '@cpu-bound/study/format';
import type { Flip, Undecided } from '@cpu-bound/study/model';
import type { WorkersAnalysis } from './analyse.ts';
import { scaling } from './words.ts';

/**
 * More cores may change the answer: the flip reports the scaling to this machine's cores, which are all that it can
 * show.
 */
export function flips(found: WorkersAnalysis | undefined, analysis: Undecided): Flip[] {
  const { cores } = analysis.environment;
  const findings = found ? scaling(found, analysis) : [];
  return [
    {
      about: `more than ${format.count(cores, 'core')}`,
      ...(findings.length > 0 ? { finding: findings.join('; ') } : { question: 'workers' }),
    },
  ];
}
