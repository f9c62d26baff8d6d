import type { Seconds } from '@cpu-bound/measure/model';
import { windowMedian } from '@cpu-bound/stats/location';
import { summaryOf as median } from '@cpu-bound/stats/moments';
import type { Interval } from '@cpu-bound/stats/verdict';
import { cpuUsed, LEAST_ROUNDS, LONE_CORE, MARGIN } from './limits.ts';
import { eachRound, isFair, type Observation } from './observations.ts';

/** The CPU time of a contestant is unknown if the machine used this share of it in addition: the margin of the doubts. */
const MOST = MARGIN - 1;

/**
 * Adds to each window the CPU time that processes may have used which the bench does not know: a child for which nobody
 * waits takes its CPU time with it, and a backend behind a socket may be anybody's. If it is much, the contestant has no
 * CPU time: no figure, and no doubt.
 */
export function withUnknownCpu(all: readonly Observation[]): Observation[] {
  const found = inAddition(all);
  return all.map((observation) => {
    const { result } = observation;
    const { usage, inFrames } = result;
    const share = found.get(observation.subject.contestant);
    if (!usage) return observation;
    if (share && !share.indicative && share.low > MOST) {
      const { serverCpu: _, ...known } = usage;
      return { ...observation, isCpuUnknown: true, result: { ...result, usage: known } };
    }
    // In frames, all are under load at once, and it may be of any.
    const inBlock = inFrames ? (usage.unattributed ?? 0) : 0;
    return {
      ...observation,
      unknownCpu: Math.max(inBlock, (share?.high ?? 0) * (usualCpu(observation) ?? 0)),
    };
  });
}

/** Its known CPU time, or the least that its answers take if that is more: a share of next to nothing says nothing. */
function usualCpu({ result: { load, open, usage }, reference }: Observation): Seconds | undefined {
  const own = cpuUsed(usage);
  const { answers = 0 } = load ?? open ?? {};
  return own && Math.max(own, (LONE_CORE * answers * (reference?.cpuMs ?? 0)) / 1000);
}

/**
 * Compares, in windows, what the machine used while one contestant answered with what it used while the others of the
 * block did.
 *
 * @returns the difference as a share of the contestant's usual CPU time, by contestant
 */
function inAddition(all: readonly Observation[]): ReadonlyMap<string, Interval> {
  const windows = all.flatMap((observation) => {
    const { load, open, usage, inFrames } = observation.result;
    const { seconds } = load ?? open ?? {};
    const usual = usualCpu(observation);
    if (inFrames || !isFair(observation.window, observation.result) || !seconds) return [];
    if (usual === undefined || usage?.unattributed === undefined) return [];
    return [{ ...observation, usual: usual / seconds, cores: usage.unattributed / seconds }];
  });
  const blocks = Map.groupBy(windows, ({ trial, block }) => `${trial}/${block}`);
  const shares = [...blocks.values()].flatMap((block) =>
    block.flatMap(({ round, subject: { contestant }, usual, cores }) => {
      const others = block.filter(({ subject }) => subject.contestant !== contestant);
      if (others.length === 0) return [];
      return [{ contestant, round, share: (cores - median(others.map((other) => other.cores))) / usual }];
    }),
  );
  // Other programs come and go: a single round may have any share.
  return new Map(
    [...Map.groupBy(shares, ({ contestant }) => contestant)].flatMap(([contestant, its]) => {
      const rounds = eachRound(its, (sameRound) => median(sameRound.map(({ share }) => share)));
      return rounds.size < LEAST_ROUNDS ? [] : [[contestant, windowMedian([...rounds.values()])] as const];
    }),
  );
}
