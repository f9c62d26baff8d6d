import { conditionsIn } from '@cpu-bound/study/analyse/look-up';
import type { Condition } from '@cpu-bound/study/model';
import type { MixedSizesAnalysis } from './analyse.ts';

export const partsOf = ({ metrics }: MixedSizesAnalysis): Condition[] =>
  conditionsIn(metrics).filter(({ setting }) => setting.part !== undefined);
