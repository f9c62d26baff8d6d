import { byRound, metricOver, throughput as rate } from '@cpu-bound/study/analyse/measures';
import { conditionsOf, eachRound, type QuestionInput, under } from '@cpu-bound/study/analyse/observations';
import type { Condition } from '@cpu-bound/study/model';
import { CLOSED_LEAD_IN, FRAME_MS } from '@cpu-bound/study/plan/windows';
import { relativeThroughput, throughput } from '../metrics.ts';
import type { MetricSpec, QuestionSpec } from '../question.ts';

/** The lengths of frames, from half of the usual one to four times as much, and the time of each service in each. */
const LENGTHS_MS = [FRAME_MS / 2, FRAME_MS, 2 * FRAME_MS, 4 * FRAME_MS];
const SECONDS_IN_FRAMES = 1.5;
/** A window in which all speeds of the cores occur. */
const SECONDS_IN_A_WINDOW = 10;

/** The length of a window's frames; 0 if it has none. */
const frameOf = ({ setting }: Condition) => setting.frameMs ?? 0;

/** The throughput of a contestant under a condition, by round. */
const ratesOf = (
  { observations }: Pick<QuestionInput, 'observations'>,
  contestant: string,
  condition: Condition,
) => byRound(under(observations, contestant, condition), rate);

/**
 * The factor by which the usual frames move a contestant's ratio to the baseline. A bias that each change of the service
 * causes is proportional to 1 ÷ the length of a frame, so it is the slope of ln ratio over that, in each round, at the
 * usual length.
 */
const moved: MetricSpec = {
  id: 'moved-by-frames',
  title: 'moved by frames',
  shown: 'ratio',
  derive(input) {
    const { contestants, baseline } = input.run;
    const inFrames = conditionsOf(input.observations).filter((condition) => frameOf(condition) > 0);
    const usual = inFrames.find((condition) => frameOf(condition) === FRAME_MS);
    if (!usual) return [];
    const others = contestants.filter(({ id }) => id !== baseline);
    const level = 1 - 0.05 / Math.max(1, others.length);
    return others.flatMap(({ id: contestant }) => {
      const points = inFrames.flatMap((condition) => {
        const base = ratesOf(input, baseline, condition);
        return [...ratesOf(input, contestant, condition)].flatMap(([round, perSecond]) => {
          const other = base.get(round);
          return other ? [{ round, x: 1 / frameOf(condition), y: Math.log(perSecond / other) }] : [];
        });
      });
      const complete = [...Map.groupBy(points, ({ round }) => round).values()].filter(
        (same) => same.length === inFrames.length,
      );
      const factors = eachRound(complete.flat(), (same) => Math.exp(slopeOf(same) / FRAME_MS));
      return metricOver({ contestant, metric: 'moved-by-frames', condition: usual }, factors, level);
    });
  },
};

/** The slope of the line of least squares. */
function slopeOf(points: readonly { readonly x: number; readonly y: number }[]): number {
  const mean = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const squares = points.reduce((sum, { x }) => sum + (x - mean) ** 2, 0);
  return points.reduce((sum, { x, y }) => sum + (x - mean) * y, 0) / squares;
}

/** `in frames of 25 ms`, `in a window of 10 s` */
const named = (condition: Condition) =>
  frameOf(condition) > 0
    ? `in frames of ${frameOf(condition)} ms`
    : `in a window of ${SECONDS_IN_A_WINDOW} s`;

/** Throughput in frames of four lengths and in a long window, on the same starts. */
export const frames: QuestionSpec = {
  id: 'frames',
  byNameSeconds: 1_800,
  question: 'Do frames measure what windows measure?',
  profiles: [],
  ofRequests: true,
  why: 'In frames, a service is stopped and continued many times in a second ([how it measures](docs/method.md)). Its throughput must be that of continuous running, and must not depend on the length of a frame.',
  place: 'sitting',
  windows({ connections, contestants }) {
    const shared = { load: { connections }, leadInSeconds: CLOSED_LEAD_IN, contestants };
    return [
      ...LENGTHS_MS.map((frameMs) => ({
        ...shared,
        ...{
          id: `frames-${frameMs}`,
          seconds: SECONDS_IN_FRAMES,
          inFrames: true,
          frameMs,
          setting: { frameMs },
        },
      })),
      { ...shared, id: 'frames-none', seconds: SECONDS_IN_A_WINDOW, setting: { frameMs: 0 } },
    ];
  },
  named,
  metrics: [
    { ...throughput, compared: false },
    relativeThroughput('frames-to-window', {
      title: `÷ window of ${SECONDS_IN_A_WINDOW} s`,
      to: (condition) => frameOf(condition) === 0,
      atOnce: true,
    }),
    moved,
  ],
  charts: [
    {
      title: 'Throughput in frames ÷ that in a window of the same start',
      axis: 'ratio',
      of: ['frames-to-window'],
      line: () => 1,
    },
  ],
};
