import { tryToMove } from '../host/cpu-limits.ts';
import type { Edge, TaskOptions, TaskProcess } from '../host/task.ts';
import type { Milliseconds } from '../model.ts';
import { monotonicMs } from './open/pacer.ts';

/** The number of generators of a load (default: one). */
export type Several = { readonly generators?: number };

export type Part = { readonly part: number; readonly of: number };

export const partsOf = ({ generators = 1 }: Several): Part[] =>
  Array.from({ length: generators }, (_, part) => ({ part, of: generators }));

/** Divides a number of connections. The parts differ by at most one. */
export const shareOf = (total: number, { part, of }: Part): number =>
  Math.floor(total / of) + (part < total % of ? 1 : 0);

/** Deals an item to each generator in turn: together they send the load that one generator would send. */
export const isDealtTo = (index: number, { part, of }: Part): boolean => index % of === part;

/** A kind of load generator: one process, or as many as a load takes. */
export type LoadGenerator<S, T> = {
  /** The processes that are up. */
  readonly pids: readonly number[];
  /**
   * Runs a load, and resolves when each of its requests has ended.
   *
   * @param onEdge called as the measured window begins and ends
   * @param beforeSending called once all connections are open; the load begins when it resolves
   * @throws as `TaskProcess.run`; then `stop` ends the parts that still send
   */
  run(
    spec: S,
    signal: AbortSignal,
    onEdge?: (edge: Edge) => void,
    beforeSending?: () => Promise<void>,
  ): Promise<T>;
  /** Ends a load that continues until this call. */
  finish(): void;
  /** Moves the processes to these cores, and those that start later, as far as the system allows. */
  keepTo(cores: readonly number[]): Promise<void>;
  /** Ends the processes. The next load starts them again. */
  stop(): Promise<void>;
};

export type TeamOptions<S extends object, R, T> = {
  /** Starts one more process. `answer` answers its questions. */
  readonly start: (answer: NonNullable<TaskOptions<S>['answer']>) => TaskProcess<S, R>;
  /** Divides a load into one for each process. */
  readonly deal: (spec: S) => readonly S[];
  /** Makes one result of theirs. */
  readonly join: (spec: S, results: readonly R[]) => T;
  /** Answers the questions of the processes about the workload. */
  readonly answer?: (question: never) => Promise<unknown>;
};

/** The question of a process that is ready to send. The answer is the time, on `monotonicMs`, when all of them were. */
export const READY = 'ready';

/**
 * Starts a process at its first use. The parts of a load begin at one time: each opens its connections, asks whether all
 * are ready, and counts the time of its schedule and its window from the answer.
 */
export function createTeam<S extends object, R, T>(options: TeamOptions<S, R, T>): LoadGenerator<S, T> {
  const { start, deal, join } = options;
  let members: TaskProcess<S, R>[] = [];
  let kept: readonly number[] | undefined;
  let meet = async (): Promise<Milliseconds> => monotonicMs();
  const answer = async (question: unknown) =>
    question === READY ? meet() : options.answer?.(question as never);

  function member(index: number): TaskProcess<S, R> {
    const known = members[index];
    if (known) return known;
    const started = start(answer);
    members[index] = started;
    if (kept) void tryToMove(started.pid, kept);
    return started;
  }
  return {
    get pids() {
      return members.map(({ pid }) => pid);
    },
    async run(spec, signal, onEdge = () => {}, beforeSending = async () => {}) {
      const parts = deal(spec);
      meet = meetingOf(parts.length, beforeSending);
      const passed = { from: 0, to: 0 };
      // The first to begin and the last to end are the edges of the window.
      const passEdge = (edge: Edge) => {
        if (++passed[edge] === (edge === 'from' ? 1 : parts.length)) onEdge(edge);
      };
      const team = parts.map((_, index) => member(index)); // if one cannot be started, none runs
      const running = team.map((member, index) => member.run(parts[index] as S, signal, passEdge));
      return join(spec, await Promise.all(running));
    },
    finish() {
      for (const { finish } of members) finish();
    },
    async keepTo(cores) {
      kept = cores;
      await Promise.all(members.map(({ pid }) => tryToMove(pid, cores)));
    },
    async stop() {
      const ending = members;
      members = [];
      await Promise.all(ending.map((member) => member.stop()));
    },
  };
}

/** Makes a function whose promise resolves, with the time, once it was called so many times, and `last` is over. */
function meetingOf(parts: number, last: () => Promise<void>): () => Promise<Milliseconds> {
  const { promise, resolve, reject } = Promise.withResolvers<Milliseconds>();
  let here = 0;
  return () => {
    if (++here === parts) last().then(() => resolve(monotonicMs()), reject);
    return promise;
  };
}
