/** The measurements of the strategy with this function, in a run. */
export type Figures = {
  /** The run's id. */
  readonly run: string;
  readonly cores: number;
  readonly workers: number;
  /** CPU time of one task, in milliseconds. */
  readonly taskMs?: number | undefined;
  /** The most memory of all its processes under load, in MiB. */
  readonly memoryMiB?: number | undefined;
};

/** A task is stopped after this many times the typical one. */
export const TIMEOUT_FACTOR = 20;
export const LEAST_TIMEOUT_MS = 1_000;
/** Memory grows beyond what a run of some minutes shows. */
const RESERVE = 1.5;
const STEP_MIB = 64;

export const rounded = (mebibytes: number): number => Math.ceil(mebibytes / STEP_MIB) * STEP_MIB;

/** Computes TASK_TIMEOUT_MS for this function; undefined if no run has timed it. */
export const taskTimeoutMs = ({ taskMs }: Figures): number | undefined =>
  taskMs && Math.max(LEAST_TIMEOUT_MS, Math.ceil((taskMs * TIMEOUT_FACTOR) / 100) * 100);

/** Computes the memory of all its processes, with a reserve; undefined if no run has measured it. */
export const reservedMiB = ({ memoryMiB }: Figures): number | undefined =>
  memoryMiB && rounded(memoryMiB * RESERVE);
