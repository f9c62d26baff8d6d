/** The lines that a newcomer needs. */
export const howToRead = `## How to read this

- **Closed loop** measures capacity: how much gets through when clients always want more. Its latencies are a property of the loop, so none are shown.
- **Open loop** measures latency: requests leave on a schedule, whatever became of the others, and each counts from the moment it was due. By how much the generator itself sent late widens the interval downwards; where that leaves nothing to tell, the window is **void**, measured once more, and then left out by name.
- A **round** is a sitting: fresh processes of every contestant, and of the baseline once more, up side by side; one window at a time is measured, everybody in turn within seconds. The process is what repeats: n counts rounds, not requests. A round's figure is the median of its blocks, so that a disturbance of a second costs a block and no round. What hurts a process, or wants other workers, has starts of its own.
- \`403 [398, 409]\` is the Hodges–Lehmann estimate over the rounds with its exact signed-rank interval; below 6 rounds the brackets hold the smallest and largest round, and carry no verdict.
- **Ratios** are taken within each block, where the two were measured within seconds of one another, and located over the blocks of a round and then over the rounds: a machine that changes its speed slows both sides. Their intervals hold for all pairs of contestants at once (95 %); a **variant** that stands beside (the library as its documentation has it, say) is compared with its contestant only, and those intervals hold together likewise.
- **▲ faster, ▼ slower**: the interval lies on one side of 1; “at least” is its end that is nearer to 1. **= equivalent**: all of it lies within the margin (±5 %; ±10 % from p99 on). **? too close**: neither was shown. That is not “no difference”.
- **MDE** is the smallest ratio that so many rounds of this scatter would tell from 1 in 95 of 100 runs.
- **The physical limit** is cores ÷ the kernel's CPU time. A single process can reach one core's share of it.
- The **sentinel** is the baseline against itself under a second name. It has passed where the two were shown to be the same within the margin; otherwise the machine was too noisy to show that, or something is wrong.`;
