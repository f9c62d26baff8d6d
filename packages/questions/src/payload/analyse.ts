import { conditionsIn } from '@cpu-bound/study/analyse/look-up';
import { comparisonsOf, extent, metricsOf, throughput } from '@cpu-bound/study/analyse/measures';
import type { ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { percentileMetrics } from '@cpu-bound/study/analyse/percentiles';
import { comparedBy, type Need } from '@cpu-bound/study/decide/need';
import type { Condition, Undecided } from '@cpu-bound/study/model';
import { figuresOf } from '../figures.ts';
import { cpuMs, peakMemory, redisMemory, type WithRounds } from '../measures.ts';

const measures = [throughput, cpuMs, peakMemory, redisMemory];

/** Returns the cost of the size of input and output, with a negligible computation. */
export const analyse = (input: ScenarioInput): WithRounds => ({
  metrics: [...metricsOf(input, measures), ...percentileMetrics(input, 'hello', ['p50'])],
  comparisons: comparisonsOf(input, throughput),
  rounds: extent(input).rounds,
});

/** The most informative size of a body: a form is smaller, a photograph larger. */
export const TELLING = 2 ** 20;

const MIB = 2 ** 20;

/** `64 KiB`, `8 MiB`. */
export const sizeName = (octets: number): string =>
  octets >= MIB ? `${octets / MIB} MiB` : `${octets / 1024} KiB`;

/** `1 MiB in`, `64 KiB out`, `1 MiB out as JSON`. */
export function payloadName({ input }: Condition): string {
  const [into, out] = [Number(input.in), Number(input.out)];
  if (into > 0) return `${sizeName(into)} in`;
  return `${sizeName(out)} out${input.as === 'json' ? ' as JSON' : ''}`;
}

export const DIRECTIONS = ['in', 'out'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Returns the number of octets in this direction, if the other has none and the body is not JSON. */
export function octetsOf({ input }: Condition, direction: Direction): number | undefined {
  if (input.as === 'json') return undefined;
  const size = Number(input[direction]);
  return size > 0 ? size : undefined;
}

const TITLES: Readonly<Record<Direction, string>> = {
  in: 'answers to large requests',
  out: 'large answers',
};

/** Returns the direction in which the function has the larger bodies; one without a body answers. */
const directionOf = ({ run }: Undecided): Direction => {
  const { octets } = run.workload;
  return octets !== undefined && octets.in >= octets.out ? 'in' : 'out';
};

export const needs: readonly Need<WithRounds>[] = [
  {
    id: 'payload',
    title: 'large bodies',
    unit: '/s',
    group: 'costs',
    order: 50,
    answer({ metrics, comparisons }, analysis) {
      const direction = directionOf(analysis);
      const condition = conditionsIn(metrics).find((each) => octetsOf(each, direction) === TELLING);
      if (!condition) return undefined;
      return {
        title: TITLES[direction],
        under: `${payloadName(condition)}, ${condition.setting.connections} connections`,
        ...figuresOf(analysis, metrics, 'throughput', condition),
        ...comparedBy(comparisons, 'throughput', condition),
      };
    },
  },
];
