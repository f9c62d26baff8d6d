import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TrialResult, WindowResult } from '../../src/model.ts';

/** The windows of a run by trial and window, `overload/1/single overload-3`. */
export type WindowsOfRun = {
  readonly measured: ReadonlyMap<string, WindowResult>;
  /** Why the others were void: mostly because the machine was too busy for the generator to be punctual. */
  readonly voided: ReadonlyMap<string, string>;
};

export async function windowsOfRun(folder: string): Promise<WindowsOfRun> {
  const lines = (await readFile(join(folder, 'trials.ndjson'), 'utf8')).trim().split('\n');
  const measured = new Map<string, WindowResult>();
  const voided = new Map<string, string>();
  for (const result of lines.map((line) => JSON.parse(line) as TrialResult)) {
    const { trial } = result;
    if (result.state === 'completed') {
      for (const window of result.windows ?? []) measured.set(`${trial.id} ${window.window}`, window);
      for (const one of result.voidWindows ?? [])
        voided.set(`${trial.id} ${one.window}`, one.reasons.join('; '));
    } else if (result.state === 'void' && trial.kind === 'cell') {
      for (const { id } of trial.windows) voided.set(`${trial.id} ${id}`, result.reasons.join('; '));
    }
  }
  return { measured, voided };
}
