import { readRun } from '../../src/measure/results/store.ts';
import type { WindowResult } from '../../src/model.ts';

/** The windows of a run by trial and window, `overload/1/single overload-3`. */
export type WindowsOfRun = {
  readonly measured: ReadonlyMap<string, WindowResult>;
  /** Why the others were void: mostly because the machine was too busy for the generator to be punctual. */
  readonly voided: ReadonlyMap<string, string>;
};

export async function windowsOfRun(folder: string): Promise<WindowsOfRun> {
  const { results } = await readRun(folder);
  const measured = new Map<string, WindowResult>();
  const voided = new Map<string, string>();
  for (const result of results) {
    const { trial } = result;
    if (result.state === 'completed') {
      for (const one of result.windows ?? []) measured.set(`${trial.id} ${one.window}`, one);
      for (const { window, reasons } of result.voidWindows ?? [])
        voided.set(`${trial.id} ${window}`, reasons.join('; '));
    } else if (result.state === 'void' && trial.kind === 'cell') {
      for (const { id } of trial.windows) voided.set(`${trial.id} ${id}`, result.reasons.join('; '));
    }
  }
  return { measured, voided };
}
