import type { Milliseconds } from '../model.ts';
import { mean } from '../stats/moments.ts';

/** How long a task took in one window of a process. */
export type WindowSpeed = {
  /** The name of the window's file. */
  readonly file: string;
  /** The sitting that it is of. */
  readonly trial: string;
  readonly process: string;
  /** Tasks may take longer under one load than under another. */
  readonly load: string;
  readonly taskMs: Milliseconds;
};

/**
 * How long a task usually takes of each process under each load: in all of its windows in the round, since a machine that
 * changes its speed is not as fast in one of them as it usually is.
 *
 * What a load by itself makes of it, where more cores are busy, is taken to be the same factor for everybody, and is told by
 * those who were under every load: ln of a task = its process + its load, fitted in each round. Nothing is taken from another
 * round: an error that all rounds share would be in no interval. One contestant alone keeps what its windows tell.
 *
 * @returns milliseconds, by file
 */
export function usualTaskMs(windows: readonly WindowSpeed[]): ReadonlyMap<string, Milliseconds> {
  const rounds = Map.groupBy(windows, ({ trial }) => trial);
  return new Map([...rounds.values()].flatMap(usualInRound));
}

function usualInRound(windows: readonly WindowSpeed[]): [file: string, Milliseconds][] {
  const factors = loadFactors(windows);
  // Where nobody was under all loads, nothing tells what is the load's and what the process's.
  const alike = Map.groupBy(windows, ({ process, load }) => (factors ? process : `${process} ${load}`));
  const factorOf = ({ load }: WindowSpeed) => factors?.get(load) ?? 0;
  return [...alike.values()].flatMap((own) => {
    const ofProcess = mean(own.map((one) => Math.log(one.taskMs) - factorOf(one)));
    return own.map((one): [string, Milliseconds] => [one.file, Math.exp(ofProcess + factorOf(one))]);
  });
}

/** Mean ln of a task under each load, of those who were under every one; undefined where nobody was. */
function loadFactors(windows: readonly WindowSpeed[]): ReadonlyMap<string, number> | undefined {
  const loads = new Set(windows.map(({ load }) => load));
  const byProcess = Map.groupBy(windows, ({ process }) => process);
  const underAll = [...byProcess.values()]
    .map((own) => Map.groupBy(own, ({ load }) => load))
    .filter((own) => own.size === loads.size);
  if (underAll.length === 0) return undefined;
  const lnMean = (of: readonly WindowSpeed[] = []) => mean(of.map(({ taskMs }) => Math.log(taskMs)));
  return new Map([...loads].map((load) => [load, mean(underAll.map((own) => lnMean(own.get(load))))]));
}
