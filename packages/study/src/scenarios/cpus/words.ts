import * as format from '../../format.ts';
import type { Condition } from '../../model.ts';

/** `half a core`, `1 core`, `2 cores`. */
export const coresName = ({ setting: { cpus = 0 } }: Condition): string =>
  cpus === 0.5 ? 'half a core' : format.count(cpus, 'core');
