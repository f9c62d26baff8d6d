import type { Condition } from '../../model.ts';

export const nameOf = ({ setting }: Condition) => `${setting.load} times its own throughput`;
