type Figure = { readonly estimate: number; readonly low: number; readonly high: number };
type Pair = Figure & { readonly verdict: string };

export type Recomputed = {
  readonly throughput: Readonly<Record<string, Figure>>;
  readonly throughputPairs: Readonly<Record<string, Pair>>;
  /** By rate, as `0.5 slowest`, and by percentile. */
  readonly latency: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly figures: Readonly<Record<string, Figure>>;
            readonly pairs: Readonly<Record<string, Pair>>;
          }
        >
      >
    >
  >;
};

export function recompute(folder: string): Recomputed;
/** @param analysis the content of `analysis.json` */
export function recomputeFromAnalysis(analysis: object): Recomputed['throughputPairs'];
