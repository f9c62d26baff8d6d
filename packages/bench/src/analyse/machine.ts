import type { MachineQuality, Run } from '../model.ts';
import { standardDeviation } from '../stats/moments.ts';
import { summaryOf as median } from '../stats/round-summary.ts';

/** What kind of machine this was for measuring: how steady, and how punctual its generator. */
export function machineQuality({ results, manifest }: Run): MachineQuality | undefined {
  const blocks = results.flatMap((result) => result.blocks);
  // Each input against its own mean, so that large tasks beside small ones are no unsteadiness.
  const byInput = Map.groupBy(
    blocks.flatMap(({ reference }) => (reference ? [reference] : [])),
    ({ input }) => JSON.stringify(input),
  );
  const deviations = [...byInput.values()].flatMap((own) => {
    const logs = own.map(({ wallMs }) => Math.log(wallMs));
    const centre = median(logs);
    return logs.map((value) => value - centre);
  });
  if (deviations.length < 2) return undefined;
  const lags = blocks
    .filter(({ trial }) => manifest.plan.find(({ id }) => id === trial)?.subjects.length !== 1)
    .flatMap(({ windows }) => windows.flatMap(({ open }) => (open ? [open.sendLagP99] : [])));
  return {
    unsteadiness: standardDeviation(deviations),
    ...(lags.length > 0 && { lagP99Ms: median(lags) }),
  };
}
