import * as format from '@cpu-bound/study/format';
import type { Condition } from '@cpu-bound/study/model';

/** `half a core`, `1 core`, `2 cores`. */
export const coresName = ({ setting }: Condition): string =>
  setting.cpus === 0.5 ? 'half a core' : format.count(setting.cpus ?? 0, 'core');
