import * as format from '@cpu-bound/study/format';
import type { Condition } from '@cpu-bound/study/model';

/** `half a core`, `1 core`, `2 cores`. */
export const coresName = ({ setting: { cpus = 0 } }: Condition): string =>
  cpus === 0.5 ? 'half a core' : format.count(cpus, 'core');
