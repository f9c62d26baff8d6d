import { table } from '@cpu-bound/report/tables/table';
import { count, number } from '@cpu-bound/study/format';
import type { Milliseconds, Seconds } from '@cpu-bound/study/model';
import { isIdle, partOf, placeOf, timeOfParts } from './parts.ts';
import type { Recorded } from './record.ts';

/** What a profile is shown beside. */
export type Profiled = {
  readonly title: string;
  /** `upTo=200000` */
  readonly input: string;
  readonly workload: string;
  readonly connections: number;
  readonly seconds: Seconds;
  /** The workload by itself, in one process and in one per core at once: what no strategy can go below. */
  readonly kernel: { readonly alone: Milliseconds; readonly together: Milliseconds; readonly cores: number };
};

/** Functions below the first so many cost next to nothing. */
const FUNCTIONS = 15;
/** Parts below this share of the time are summed up. */
const SMALLEST_SHARE = 0.002;

/** Two tables in Markdown, by part and by function: milliseconds a request, and shares of the time on its threads. */
export function profilePage(recorded: Recorded, profiled: Profiled): string {
  const { title, input, workload, connections, seconds, kernel } = profiled;
  const { answers, threads, cpuMs, redisMs } = recorded;
  const parts = [...timeOfParts(recorded.times, workload)];
  if (threads === 0) return `## ${title}, ${input}\n\nIt left no profile: only programs on Node.js do.`;
  const busy = parts.reduce((sum, [, microseconds]) => sum + microseconds, 0);
  const cells = (microseconds: number) => [
    number(microseconds / 1000 / answers),
    `${((microseconds / busy) * 100).toFixed(1)} %`,
  ];
  const large = parts.filter(([, microseconds]) => microseconds >= SMALLEST_SHARE * busy);
  const rest = busy - large.reduce((sum, [, microseconds]) => sum + microseconds, 0);
  const functions = recorded.times.filter(({ frame }) => !isIdle(frame)).slice(0, FUNCTIONS);
  const cpu = [
    ...(cpuMs === undefined ? [] : [`${number(cpuMs)} ms of CPU a request`]),
    ...(redisMs === undefined ? [] : [`${number(redisMs)} ms in Redis besides`]),
    `the workload by itself takes ${number(kernel.alone)} ms, on ${count(kernel.cores, 'core')} at once ${number(kernel.together)} ms`,
  ];
  return [
    `## ${title}, ${input}`,
    `${number(answers / seconds)} answers/s over ${seconds} s, ${connections} connections, ${count(threads, 'thread')} in all; ${cpu.join(', ')}.`,
    table(
      ['part', 'ms/request', 'share'],
      [
        ...large.map(([part, microseconds]) => [part, ...cells(microseconds)]),
        ...(rest > 0 ? [['everything else', ...cells(rest)]] : []),
      ],
    ),
    table(
      ['function', 'of', 'where', 'ms/request', 'share'],
      functions.map(({ frame, microseconds }) => [
        frame.functionName || '(anonymous)',
        partOf(frame, workload),
        placeOf(frame),
        ...cells(microseconds),
      ]),
    ),
  ].join('\n\n');
}
