import * as format from '../format.ts';
import type { Analysis, Run, VoidWindow, WindowResult } from '../model.ts';

type Gate = Analysis['validity']['gates'][number];

/** A single void window is named and left out. If more than this share of windows is void, the machine is not fit. */
const MOST_VOID_SHARE = 0.02;

/**
 * The conditions under which the figures of a run may be read. They are fixed beforehand, and are the same for any
 * contestants.
 */
export function runGates(run: Run): Gate[] {
  const blocks = run.results.flatMap((result) => result.blocks);
  const voids = blocks.flatMap((block) => block.voids);
  const measured = blocks.flatMap((block) => block.windows);
  return [complete(run), ...windows(measured, voids), ...generatorLimits(voids)];
}

function complete({ manifest, results, notRun }: Run): Gate {
  const ended = new Set(results.flatMap(({ trial, end }) => (end ? [trial] : [])));
  const planned = manifest.plan.filter(({ filler }) => !filler).map(({ id }) => id);
  const run = planned.filter((id) => ended.has(id)).length;
  const hasPart = results.some(({ blocks, end }) => !end && blocks.length > 0);
  const partial = hasPart ? ', and the figures include one that did not' : '';
  const short = notRun.length > 0 ? `; ${notRun.length} were left out to keep the time` : '';
  return {
    id: 'complete',
    ok: run + notRun.length >= planned.length,
    detail: `${run} of ${format.count(planned.length, 'trial')} ended${partial}${short}`,
  };
}

/** Reports the windows that were void twice. Windows that this machine cannot measure are counted separately. */
function windows(measured: readonly WindowResult[], voids: readonly VoidWindow[]): Gate[] {
  const beyond = voids.filter((one) => one.beyond).length;
  const lost = voids.length - beyond;
  const all = measured.length + lost;
  if (all === 0) return [];
  const again = measured.filter(({ retries = [] }) => retries.length > 0).length + lost;
  const gate: Gate = {
    id: 'void-windows',
    ok: lost / all <= MOST_VOID_SHARE,
    detail: `${lost} of ${all} windows were void twice and have no result; ${again} were measured again`,
  };
  if (beyond === 0) return [gate];
  const why = 'for what they ask cannot be done here (see why under “What went wrong”)';
  return [gate, { id: 'out-of-reach', ok: true, detail: `${beyond} windows were left out, ${why}` }];
}

/**
 * Reports the windows in which the generator was the limit, because all that it could send was answered: they have no
 * figure.
 */
function generatorLimits(voids: readonly VoidWindow[]): Gate[] {
  const limited = voids.filter(({ byGenerator }) => byGenerator);
  if (limited.length === 0) return [];
  const names = [...new Set(limited.map(({ subject }) => subject))].join(', ');
  const [many, have] =
    limited.length === 1 ? ['1 window', 'it has'] : [`${limited.length} windows`, 'they have'];
  const detail = `in ${many} the load generator was the limit and not the service, so ${have} no figure: ${names}`;
  return [{ id: 'generator', ok: false, detail }];
}
