import { mean, standardDeviation } from '@cpu-bound/stats/moments';
import { summaryOf as median } from '@cpu-bound/stats/round-summary';
import { defined } from '@cpu-bound/workload/defined';
import { type MachineQuality, type Run, sameInput } from '../model.ts';
import type { Observation } from './observations.ts';

/** What kind of machine this was for measuring: how steady, how punctual its generator, and who else took its time. */
export function machineQuality(
  { results, manifest }: Run,
  all: readonly Observation[],
): MachineQuality | undefined {
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
  const steals = all.flatMap(({ result: { usage } }) => usage?.steal ?? []);
  // Against smaller tasks the generator has to work more, and an overload or a fault is no fair share of work.
  const generator = all.flatMap(({ window, result: { load, open, usage } }) => {
    const seconds = load?.seconds ?? open?.seconds;
    const isHeadline = sameInput(window.condition.input, manifest.workload.headline);
    return usage && seconds && isHeadline && !open?.timeline
      ? [usage.generatorCpu / (seconds * manifest.environment.cores)]
      : [];
  });
  const unless = (values: readonly number[], of: (values: readonly number[]) => number) =>
    values.length > 0 ? of(values) : undefined;
  return defined({
    unsteadiness: standardDeviation(deviations),
    lagP99Ms: unless(lags, median),
    steal: unless(steals, mean),
    generatorShare: unless(generator, (shares) => Math.max(...shares)),
  });
}
