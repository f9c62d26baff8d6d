import type { Condition } from '@cpu-bound/study/model';

export const nameOf = ({ setting }: Condition) => `${setting.load} times its own throughput`;
