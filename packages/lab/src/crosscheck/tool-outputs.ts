import type { Milliseconds, Seconds } from '@cpu-bound/study/model';

/** A tool's own figures of its load; a figure that it does not print is absent. */
export type Figures = {
  readonly perSecond: number;
  readonly totalS?: Seconds;
  readonly p50?: Milliseconds;
  readonly p95?: Milliseconds;
  readonly p99?: Milliseconds;
  /** Requests that failed or were not answered with 2xx, as far as the tool counts them. */
  readonly errors: number;
};

export const fromAb = (output: string): Figures => ({
  perSecond: numberIn(output, /Requests per second:\s+([\d.]+)/),
  totalS: numberIn(output, /Time taken for tests:\s+([\d.]+)/),
  p50: numberIn(output, /\b50%\s+(\d+)/),
  p95: numberIn(output, /\b95%\s+(\d+)/),
  p99: numberIn(output, /\b99%\s+(\d+)/),
  errors:
    numberIn(output, /Failed requests:\s+(\d+)/) + (optional(output, /Non-2xx responses:\s+(\d+)/) ?? 0),
});

export function fromAutocannon(output: string): Figures {
  const { '2xx': answers, duration, latency, errors, non2xx } = JSON.parse(output);
  return {
    perSecond: answers / duration,
    totalS: duration,
    p50: latency.p50,
    p99: latency.p99,
    errors: errors + non2xx,
  };
}

export const fromLoadtest = (output: string): Figures & { readonly totalS: Seconds } => ({
  perSecond: numberIn(output, /Effective rps:\s+([\d.]+)/),
  totalS: numberIn(output, /Total time:\s+([\d.]+) s/),
  p50: numberIn(output, /^\s*50%\s+(\d+) ms/m),
  p95: numberIn(output, /^\s*95%\s+(\d+) ms/m),
  p99: numberIn(output, /^\s*99%\s+(\d+) ms/m),
  errors: numberIn(output, /Total errors:\s+(\d+)/),
});

export function numberIn(output: string, pattern: RegExp): number {
  const number = optional(output, pattern);
  if (number === undefined) throw new Error(`no ${pattern.source.split('\\s')[0]} in its output`);
  return number;
}

function optional(output: string, pattern: RegExp): number | undefined {
  const [, value] = pattern.exec(output) ?? [];
  return value === undefined ? undefined : Number(value);
}
