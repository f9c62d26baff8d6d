/** The ten lines that a newcomer needs. */
export const howToRead = `## How to read this

- **Closed loop** measures capacity: how much gets through when clients always want more. Its latencies are a property of the loop, so none are shown.
- **Open loop** measures latency: requests leave on a schedule, whatever became of the others, and each counts from the moment it was due. A window whose generator was itself late is **void** and measured again.
- A **round** is one fresh process per contestant, in a random order. The process is what repeats: n counts rounds, not requests. The questions of a round share that process, their windows in a random order, but for those that hurt it.
- \`403 [398, 409]\` is the Hodges–Lehmann estimate over the rounds with its exact signed-rank interval; below 6 rounds the brackets hold the smallest and largest round.
- **Against the baseline** is a ratio taken round by round, so that a machine that drifts slows both sides.
- **▲ faster, ▼ slower**: the 95 % interval excludes 1 (Holm-adjusted over the contestants) and the difference is beyond the margin of ±5 %.
- **= equivalent**: shown to be within the margin. **≈ negligible**: different, shown to be within the margin.
- **? inconclusive**: neither was shown. That is not “no difference”. **· indicative**: too few rounds for any verdict.
- **MDE** is the smallest difference that so many rounds of this scatter would find in 95 of 100 runs.
- **The physical limit** is cores ÷ kernel time. A single process can reach one core's share of it.
- The **noise floor** is the baseline against itself under a second name: differences of that size mean nothing.`;
