import * as format from '@cpu-bound/study/format';
import type { Figures } from '../crosscheck/tool-outputs.ts';
import { spreadOf } from './spread.ts';
import type { ToolRun } from './stored.ts';

/** A tool's figures of a service, and the run from which they come. */
export type ToolResult = { readonly figures: Figures; readonly run: ToolRun };

/** What one run shows: the figure that decides, and the words for it. */
type Finding = { readonly holds: boolean; readonly figure: number; readonly words: string };

/** A published claim, and whether one run here shows the same; undefined if the run is missing. */
export type Claim = {
  readonly comparison: string;
  readonly claim: string;
  /** Writes the figure that decides; by default it is a ratio. */
  readonly show?: (figure: number) => string;
  check(resultOf: (arm: string) => ToolResult | undefined): Finding | undefined;
};

/** A claim's findings in several runs of the commands. The words are those of the median figure. */
export type Repeated = {
  readonly held: number;
  readonly runs: number;
  readonly words: string;
  /** The lowest and the highest figure; absent for one run. */
  readonly range?: readonly [low: number, high: number];
};

/** Sums up what each run of a claim's commands shows; undefined without a run. */
export function repeated(findings: readonly Finding[]): Repeated | undefined {
  const spread = spreadOf(findings, ({ figure }) => figure);
  if (!spread) return undefined;
  const { low, median, high } = spread;
  const held = findings.filter(({ holds }) => holds).length;
  const summed = { held, runs: findings.length, words: median.words };
  return findings.length === 1 ? summed : { ...summed, range: [low.figure, high.figure] };
}

/** One run of a tool has no interval, so a smaller ratio than this is no difference. */
const NOTABLE = 1.1;
/** A claim of “a lot” needs at least this share. */
const A_LOT = 0.8;
/**
 * The claim “over 70 % in two of eight” is confirmed if a quarter of the processes has this share of the connections.
 */
const MOST = 0.7;
const PROCESSES = 2;

const clusterIsFaster = (comparison: string): Claim => ({
  comparison,
  claim: 'A cluster answers more requests per second than a single process.',
  check(resultOf) {
    const [single, cluster] = [resultOf('single'), resultOf('cluster')];
    if (!single || !cluster) return undefined;
    const ratio = cluster.figures.perSecond / single.figures.perSecond;
    const words = `${format.times(ratio)}× with ${cluster.run.workers} workers`;
    return { holds: ratio > NOTABLE, figure: ratio, words };
  },
});

function shareOfBusiest({ run }: ToolResult): number {
  const { answeredByProcess = [] } = run;
  return sum(answeredByProcess.slice(0, PROCESSES)) / sum(answeredByProcess);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export const claims: readonly Claim[] = [
  clusterIsFaster('node-cluster-overview'),
  clusterIsFaster('node-concurrency'),
  clusterIsFaster('scaling-instance-guide'),
  clusterIsFaster('clusters-and-parallelism'),
  {
    comparison: 'clusters-and-parallelism',
    claim: 'More workers than cores make performance drop a lot.',
    check(resultOf) {
      const [fitting, eight] = [resultOf('cluster'), resultOf('eight')];
      if (!fitting || !eight) return undefined;
      const ratio = eight.figures.perSecond / fitting.figures.perSecond;
      const words = `${eight.run.workers} workers have ${format.times(ratio)}× the throughput of ${fitting.run.workers}`;
      return { holds: ratio < A_LOT, figure: ratio, words };
    },
  },
  {
    comparison: 'clusters-and-parallelism',
    claim: 'Scheduling by the operating system puts over 70 % of the connections in two of eight processes.',
    show: format.share,
    check(resultOf) {
      const [dealt, system] = [resultOf('eight'), resultOf('eight-system')];
      if (!dealt || !system) return undefined;
      const shares = [system, dealt].map((deal) => format.share(shareOfBusiest(deal)));
      const words = `the two busiest have ${shares[0]} of ${sum(system.run.answeredByProcess ?? [])} answered connections; dealt round-robin ${shares[1]}`;
      return { holds: shareOfBusiest(system) > MOST, figure: shareOfBusiest(system), words };
    },
  },
  clusterIsFaster('cluster-demo'),
  {
    comparison: 'cluster-demo',
    claim: 'A cluster’s p50 is a fraction of a single process’s, and its p99 is longer.',
    check(resultOf) {
      const [single, cluster] = [resultOf('single')?.figures, resultOf('cluster')?.figures];
      if (!single?.p50 || !cluster?.p50 || !single.p99 || !cluster.p99) return undefined;
      const [p50, p99] = [cluster.p50 / single.p50, cluster.p99 / single.p99];
      const words = `p50 ${format.times(p50)}×, p99 ${format.times(p99)}×`;
      return { holds: p50 < 1 / 2 && p99 > NOTABLE, figure: p50, words };
    },
  },
  {
    comparison: 'cluster-demo',
    claim: 'PM2 is as fast as node:cluster within 10 %.',
    check(resultOf) {
      const [cluster, pm2] = [resultOf('cluster'), resultOf('pm2')];
      if (!cluster || !pm2) return undefined;
      const ratio = pm2.figures.perSecond / cluster.figures.perSecond;
      return {
        holds: ratio < NOTABLE && ratio > 1 / NOTABLE,
        figure: ratio,
        words: `${format.times(ratio)}× the throughput`,
      };
    },
  },
  {
    comparison: 'worker-pools-beat-clustering',
    claim: 'Beside heavy requests, a pool answers light ones faster than a cluster.',
    check(resultOf) {
      const [cluster, pool] = [resultOf('cluster')?.figures, resultOf('threads')?.figures];
      if (!cluster?.p99 || !pool?.p99) return undefined;
      const ratio = pool.p99 / cluster.p99;
      return { holds: ratio < 1 / NOTABLE, figure: ratio, words: `p99 ${format.times(ratio)}×` };
    },
  },
];
