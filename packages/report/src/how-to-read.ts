import type { Decision } from '@cpu-bound/study/model';
import { typicalWindows } from './decision/needs-table.ts';

/** Explains the terms of the report to a newcomer, and the windows of this run's percentiles. */
export const howToRead = (decision: Pick<Decision, 'needs'>): string =>
  [TERMS, ...typicalWindows(decision).map((text) => `The ${text}.`)].join('\n\n');

const TERMS = `- A **closed loop** measures throughput: each client sends its next request when it has its answer. Its latencies depend on the loop itself, so none are shown.
- An **open loop** measures latency: requests leave on a schedule, whether or not earlier ones were answered. The latency of each counts from the moment it was due. If the generator sends late, the lower end of the interval is lower. If a window's requests leave too late, it is **void** and measured again. If it is void twice, it is left out, and the report names it. No latency is corrected.
- A **round** starts fresh processes of every contestant, and a second one of the baseline. They run side by side, and are measured one after the other within seconds: a **block**. A round has several blocks, and its figure is their median. n counts rounds, not requests, because requests of one process are not independent. Questions that harm a process, or need other workers, start processes of their own.
- \`403 [398, 409]\` is the Hodges–Lehmann estimate over the rounds with its exact signed-rank interval. With fewer than 6 rounds, the lowest and highest round are given instead, and no verdict.
- **Percentiles** are those of a typical window. Each window has its own p50, p90 and p99, and the figure is the median over windows. Its interval runs from one window to another (order statistics, 95 %). With fewer than 6 windows, the lowest and highest are given instead. So one bad window decides nothing. It is told in words. A request without an answer counts as long as the bench waited: \`> 10.0 s\`. Ratios of percentiles are compared like all others, over rounds.
- **Ratios** are computed within each block, so a machine that changes its speed affects both sides. The ratios are summarised over the blocks of a round, and then over the rounds. Their intervals hold for all pairs of contestants at once (95 %). A **variant**, which is a strategy configured in another way, is compared only with its own contestant. These intervals also hold at once.
- **▲ better, ▼ worse**: the interval lies on one side of 1. **= equivalent**: the whole interval lies within the margin (±5 %; ±10 % from p99 on). **? inconclusive**: neither was shown, which does not mean that there is no difference.
- Ratios are judged after 10, 20 and 40 rounds (**looks**), and the 5 % of error are split over the looks. So a study may continue until a difference is shown. Between two looks, ratios and verdicts stay those of the earlier look.
- **MDE** (minimum detectable effect) is the smallest true ratio that such a run detects in 95 of 100 repetitions. It assumes the same number of rounds, and the same scatter.
- **Error of the study**: each table of ratios has its own 5 % of error. With some seven of them on the first screen, about one study in five of equal strategies marks a difference that is none.
- The **kernel** is the function that a task computes, called alone, without HTTP. **The physical limit** is cores ÷ the kernel's CPU time. A single process can reach one core's share of it, and more where a core is faster while the others are idle.
- The **sentinel** compares the baseline with a twin, which is the same program started a second time. The ratio should be 1. A warning appears if the interval of the ratio excludes 1. The intervals for throughput and latency hold at once with 95 %.`;
