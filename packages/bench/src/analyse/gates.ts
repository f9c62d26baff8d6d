import { conditionOf } from '../measure/plan/condition.ts';
import type { Analysis, Run, TrialResult } from '../model.ts';

type Gate = Analysis['validity']['gates'][number];

/** A window more or less is named and left out; where many are, the machine is not fit. */
const MOST_VOID_SHARE = 0.02;
/** A generator that takes more of the machine than this competes with what it measures. */
const MOST_GENERATOR_SHARE = 0.25;

/** What must hold of the run as a whole for its numbers to be read. */
export function runGates(run: Run): Gate[] {
  return [complete(run), ...voidCells(run), ...generatorShare(run), ...steadyMachine(run)];
}

function complete({ manifest, results }: Run): Gate {
  const counted = new Set(results.map(({ trial }) => trial.id));
  const planned = manifest.plan.length;
  return {
    id: 'complete',
    ok: counted.size === planned,
    detail: `${counted.size} of ${planned} trials were run`,
  };
}

/** What stayed without a number although it was tried twice; what cannot be done here is told apart. */
function voidCells({ results }: Run): Gate[] {
  const windows = results.flatMap((result) =>
    result.state === 'completed' ? (result.voidWindows ?? []) : [],
  );
  const beyond = windows.filter((window) => window.beyond).length;
  const lost = results.filter(({ state }) => state === 'void').length + windows.length - beyond;
  const all = results.flatMap(windowsOf).length + lost;
  return [
    ...(lost === 0
      ? []
      : [
          {
            id: 'void-windows',
            ok: lost / all <= MOST_VOID_SHARE,
            detail: `${lost} of ${all} windows were void twice and stayed without a number`,
          },
        ]),
    ...(beyond === 0
      ? []
      : [
          {
            id: 'out-of-reach',
            ok: true,
            detail: `${beyond} windows were left out, for what they ask cannot be done here (see why under “What went wrong”)`,
          },
        ]),
  ];
}

const windowsOf = (result: TrialResult) => (result.state === 'completed' ? (result.windows ?? []) : []);

/** Of the headline's input: against smaller tasks the generator has to work more, whatever the machine. */
function generatorShare({ manifest, results }: Run): Gate[] {
  const { cores } = manifest.environment;
  const headline = Object.entries(conditionOf(manifest.workload.headline));
  const shares = results.flatMap(windowsOf).flatMap(({ condition, load, open, usage }) => {
    const seconds = load?.seconds ?? open?.seconds;
    const isHeadline = headline.every(([name, value]) => condition[name] === value);
    // An overload or a fault is no fair share of work.
    return usage && seconds && isHeadline && !open?.timeline ? [usage.generatorCpu / (seconds * cores)] : [];
  });
  if (shares.length === 0) return [];
  const most = Math.max(...shares);
  return [
    {
      id: 'generator-share',
      ok: most <= MOST_GENERATOR_SHARE,
      detail: `the load generator took at most ${(most * 100).toFixed(0)} % of the machine's CPU time`,
    },
  ];
}

/** CPU time that the hypervisor gave to other guests while something was measured. */
function steadyMachine({ results }: Run): Gate[] {
  const steals = results
    .flatMap(windowsOf)
    .flatMap(({ usage }) => (usage?.steal === undefined ? [] : [usage.steal]));
  if (steals.length === 0) return [];
  const mean = steals.reduce((sum, share) => sum + share, 0) / steals.length;
  return [
    {
      id: 'steal',
      ok: mean <= 0.05,
      detail: `${(mean * 100).toFixed(1)} % of the CPU time went to other guests of this host`,
    },
  ];
}
