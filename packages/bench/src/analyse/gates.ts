import { type Analysis, type MachineQuality, type Run, sameInput } from '../model.ts';
import type { Observation } from './observations.ts';

type Gate = Analysis['validity']['gates'][number];

/** A window more or less is named and left out; where many are, the machine is not fit. */
const MOST_VOID_SHARE = 0.02;
/** A generator that takes more of the machine than this competes with what it measures. */
const MOST_GENERATOR_SHARE = 0.25;
const MOST_STEAL = 0.05;
/** Of ln(wall time) of the kernel: beyond it a second is like no other, and few rounds tell anything. */
const MOST_UNSTEADINESS = 0.35;

/** What must hold of the run as a whole for its numbers to be read; fixed beforehand, blind to who is compared. */
export function runGates(run: Run, all: readonly Observation[], machine: MachineQuality | undefined): Gate[] {
  return [
    complete(run),
    ...windows(run),
    ...generatorShare(run, all),
    ...stolen(all),
    ...steadiness(machine),
  ];
}

function complete({ manifest, results, notRun }: Run): Gate {
  const ended = new Set(results.flatMap(({ trial, end }) => (end ? [trial] : [])));
  const planned = manifest.plan.filter(({ filler }) => !filler).map(({ id }) => id);
  const run = planned.filter((id) => ended.has(id)).length;
  const short = notRun.length > 0 ? `; ${notRun.length} were left out to keep the time` : '';
  return {
    id: 'complete',
    ok: run + notRun.length >= planned.length,
    detail: `${run} of ${planned.length} trials were run${short}`,
  };
}

/** What stayed without a number although it was tried twice; what cannot be done here is told apart. */
function windows({ results }: Run): Gate[] {
  const blocks = results.flatMap((result) => result.blocks);
  const voids = blocks.flatMap((block) => block.voids);
  const measured = blocks.flatMap((block) => block.windows);
  const beyond = voids.filter((one) => one.beyond).length;
  const lost = voids.length - beyond;
  const all = measured.length + lost;
  const again =
    measured.filter(({ retries = [] }) => retries.length > 0).length +
    voids.filter((one) => !one.beyond).length;
  if (all === 0) return [];
  return [
    {
      id: 'void-windows',
      ok: lost / all <= MOST_VOID_SHARE,
      detail: `${lost} of ${all} windows were void twice and stayed without a number; ${again} were measured again`,
    },
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

/** Of the headline's input: against smaller tasks the generator has to work more, whatever the machine. */
function generatorShare({ manifest }: Run, all: readonly Observation[]): Gate[] {
  const { cores } = manifest.environment;
  const shares = all.flatMap(({ window, result: { load, open, usage } }) => {
    const seconds = load?.seconds ?? open?.seconds;
    const isHeadline = sameInput(window.condition.input, manifest.workload.headline);
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
function stolen(all: readonly Observation[]): Gate[] {
  const steals = all.flatMap(({ result: { usage } }) => (usage?.steal === undefined ? [] : [usage.steal]));
  if (steals.length === 0) return [];
  const mean = steals.reduce((sum, share) => sum + share, 0) / steals.length;
  return [
    {
      id: 'steal',
      ok: mean <= MOST_STEAL,
      detail: `${(mean * 100).toFixed(1)} % of the CPU time went to other guests of this host`,
    },
  ];
}

function steadiness(machine: MachineQuality | undefined): Gate[] {
  if (!machine) return [];
  return [
    {
      id: 'steady',
      ok: machine.unsteadiness <= MOST_UNSTEADINESS,
      detail: `the kernel alone on all cores scattered by ${(machine.unsteadiness * 100).toFixed(0)} % from block to block`,
    },
  ];
}
