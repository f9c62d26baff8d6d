import { conditionsIn } from '../../analyse/look-up.ts';
import type { Condition } from '../../model.ts';
import type { MixedSizesAnalysis } from './analysis.ts';

export const partsOf = ({ metrics }: MixedSizesAnalysis): Condition[] =>
  conditionsIn(metrics).filter(({ setting }) => setting.part !== undefined);
