import type { WindowResult } from '@cpu-bound/study/model';
import { readRun } from '@cpu-bound/study/results/store';

/** The windows of a run by trial, block and subject: `overload/1/single overload-3 single`. */
export type WindowsOfRun = {
  readonly measured: ReadonlyMap<string, WindowResult>;
  /** The reasons of the void windows; mostly the machine was too busy for a punctual generator. */
  readonly voided: ReadonlyMap<string, string>;
};

export async function windowsOfRun(folder: string): Promise<WindowsOfRun> {
  const { results } = await readRun(folder);
  const measured = new Map<string, WindowResult>();
  const voided = new Map<string, string>();
  for (const { trial, block, windows, voids } of results.flatMap(({ blocks }) => blocks)) {
    for (const one of windows) measured.set(`${trial} ${block} ${one.subject}`, one);
    for (const { subject, reasons } of voids) voided.set(`${trial} ${block} ${subject}`, reasons.join('; '));
  }
  return { measured, voided };
}
