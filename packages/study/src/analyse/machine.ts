import { location } from '@cpu-bound/stats/location';
import { mean, summaryOf as median, standardDeviation } from '@cpu-bound/stats/moments';
import type { MachineQuality } from '../model/analysis.ts';
import type { Run } from '../model/run.ts';
import { sameInput } from '../model.ts';
import { eachRound, type Observation } from './observations.ts';

/**
 * Describes how suitable the machine was: its steadiness, the CPU time of other programs.
 */
export function machineQuality(run: Run, all: readonly Observation[]): MachineQuality | undefined {
  const { environment, workload } = run.manifest;
  const deviations = (run.parts ?? [run]).flatMap(deviationsIn);
  if (deviations.length < 2) return undefined;
  const steals = all.flatMap(({ result }) => result.usage?.steal ?? []);
  // Small tasks, overloads and faults make the generator work more, so only the headline's fair windows count.
  const { cores, part } = environment;
  const generator = all.flatMap(({ window, result }) => {
    const seconds = result.load?.seconds ?? result.open?.seconds;
    const isHeadline = sameInput(window.condition.input, workload.headline);
    return result.usage && seconds && isHeadline && !result.open?.timeline
      ? [result.usage.generatorCpu / (seconds * (part?.of ?? cores))]
      : [];
  });
  const unless = (values: readonly number[], summary: (values: readonly number[]) => number) =>
    values.length > 0 ? summary(values) : undefined;
  return {
    foreign: foreignPrograms(all),
    unsteadiness: standardDeviation(deviations),
    loneCore: loneCoreIn(run),
    steal: unless(steals, mean),
    generatorShare: unless(generator, (shares) => Math.max(...shares)),
    generators: unless(
      all.flatMap(({ result: { load, open } }) => load?.generators ?? open?.generators ?? []),
      (counts) => Math.max(...counts),
    ),
  };
}

/** Compares the kernel on one core with that on all, by the rounds that timed both. */
function loneCoreIn({ results }: Run): MachineQuality['loneCore'] {
  const ratios = results.flatMap(({ blocks }) =>
    blocks.flatMap(({ reference }) =>
      reference?.loneCpuMs === undefined ? [] : [reference.cpuMs / reference.loneCpuMs],
    ),
  );
  return ratios.length > 0 ? location(ratios, { scale: 'geometric' }) : undefined;
}

/** The share of the CPU time that programs other than the study's used, by round; undefined if it is unknown. */
function foreignPrograms(all: readonly Observation[]): MachineQuality['foreign'] {
  const shares = all.flatMap(({ round, window, result }) =>
    result.usage?.foreign !== undefined && (result.load || result.open) && !window.fault
      ? [{ round, share: result.usage.foreign }]
      : [],
  );
  const byRound = [...eachRound(shares, (sameRound) => mean(sameRound.map(({ share }) => share)))]
    .sort(([a], [b]) => a - b)
    .map(([, share]) => share);
  const [first] = byRound;
  if (first === undefined) return undefined;
  return { first, worst: Math.max(...byRound), last: byRound.at(-1) ?? first, typical: median(byRound) };
}

/**
 * The deviations of the kernel's times, as logarithms. Each input is compared with its own median, because large tasks
 * between small ones, or the hours of a study, are no unsteadiness.
 */
function deviationsIn({ results }: Run): number[] {
  const references = results.flatMap(({ blocks }) => blocks.flatMap(({ reference }) => reference ?? []));
  const byInput = Map.groupBy(references, ({ input }) => JSON.stringify(input));
  return [...byInput.values()].flatMap((sameInput) => {
    const logs = sameInput.map(({ wallMs }) => Math.log(wallMs));
    const centre = median(logs);
    return logs.map((value) => value - centre);
  });
}
