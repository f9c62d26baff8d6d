import type { Analysis, Run, TrialResult } from '../model.ts';

type Gate = Analysis['validity']['gates'][number];

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

/** A cell that was void and then sound has its number; one that stayed void has none. */
function voidCells({ results }: Run): Gate[] {
  const sound = new Set(results.filter(({ state }) => state !== 'void').map(({ trial }) => trial.id));
  const voids = results.filter(({ state }) => state === 'void');
  if (voids.length === 0) return [];
  const lost = new Set(voids.filter(({ trial }) => !sound.has(trial.id)).map(({ trial }) => trial.id));
  const repeated = voids.length === 1 ? '1 measurement was void' : `${voids.length} measurements were void`;
  const detail =
    lost.size > 0
      ? `${repeated}, and ${lost.size} cells stayed without a number`
      : `${repeated} and repeated successfully`;
  return [{ id: 'void-cells', ok: lost.size === 0, detail }];
}

const windowsOf = (result: TrialResult) => (result.state === 'completed' ? (result.windows ?? []) : []);

function generatorShare({ manifest, results }: Run): Gate[] {
  const { cores } = manifest.environment;
  const shares = results.flatMap(windowsOf).flatMap(({ load, open, usage }) => {
    const seconds = load?.seconds ?? open?.seconds;
    return usage && seconds ? [usage.generatorCpu / (seconds * cores)] : [];
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
