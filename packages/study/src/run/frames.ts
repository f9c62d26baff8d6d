import { setTimeout as sleep } from 'node:timers/promises';
import type { Freezer } from '@cpu-bound/measure/host/freezer';
import { resetPeaks } from '@cpu-bound/measure/host/memory';
import type { Edge } from '@cpu-bound/measure/host/task';
import { serverMemory, type Trees, type UsageReading } from '@cpu-bound/measure/host/usage';
import type { ClosedLoopMeasurement } from '@cpu-bound/measure/load/closed/closed-loop';
import type { ClosedTask } from '@cpu-bound/measure/load/loads';
import type { LoadGenerator } from '@cpu-bound/measure/load/team';
import type { ClosedLoad, Milliseconds, Seconds } from '@cpu-bound/measure/model';
import type { Block, Trial } from '../model/plan.ts';
import { blockOrders } from '../plan/sitting.ts';
import { AROUND_FRAMES, FRAME_MS, framesIn, GAP_MS, secondsOfFrames, TURN_MS } from '../plan/windows.ts';
import type { RunContext } from './context.ts';
import { lightPathOf, type RunningSubject, type SideBySide } from './side-by-side.ts';

/**
 * Throughput in frames (docs/adr/0068). All services of a block are under their own closed loops. All but one are
 * stopped, and every few milliseconds it is the turn of another one. So the services of a pair are measured at nearly
 * the same moment, where the cores have the same speed.
 */

/** A request may wait for so long. Services stop waiting after some ten seconds of the clock, which frames lengthen. */
const LONGEST_WAIT: Seconds = 5;

/** What the frames of one service measured. */
export type Framed = ClosedLoopMeasurement & {
  /** The time in which the service was not stopped. */
  readonly ran: Seconds;
  readonly before?: UsageReading;
  readonly after?: UsageReading;
  readonly memory?: Awaited<ReturnType<typeof serverMemory>>;
};

/** A service in a block of frames. */
type Place = {
  readonly name: string;
  readonly running: RunningSubject;
  readonly trees: Trees;
  readonly freezer: Freezer;
  readonly generator: LoadGenerator<ClosedTask, ClosedLoopMeasurement>;
  ranMs: Milliseconds;
};

type FrameRun = {
  readonly trial: Trial;
  readonly services: SideBySide;
  readonly context: RunContext;
};

/**
 * Finds the freezers of a block's services.
 *
 * @returns undefined if the block is measured in windows: it has one service, one that cannot be stopped here, or tasks
 *   so long that a request would wait for more than some seconds
 */
async function placesOf(block: Block, { services, context }: FrameRun): Promise<Place[] | undefined> {
  const { load, probe, fault, inFrames } = block.window;
  const { ports, config, generators } = context;
  if (!inFrames || load?.kind !== 'closed' || probe || fault) return undefined;
  const names = block.order.filter((name) => services.running.has(name));
  const waits = load.connections * (config.taskSeconds ?? 0) * names.length;
  if (names.length < 2 || waits > LONGEST_WAIT) return undefined;
  const places = await Promise.all(
    names.map(async (name, index): Promise<Place | undefined> => {
      const running = services.running.get(name);
      const service = running?.handle.service();
      if (!running || service?.kind !== 'local') return undefined;
      const trees = await ports.treesOf(service);
      const freezer = ports.freezerOf(trees.server);
      return freezer && { name, running, trees, freezer, generator: generators.closedAt(index), ranMs: 0 };
    }),
  );
  const found = places.filter((place) => place !== undefined);
  return found.length === names.length ? found : undefined;
}

/** The loads of a block. They begin to send when `release` is called, after all of them are connected. */
type Loads = {
  /** Resolves once each load is connected, or has failed. */
  readonly connected: Promise<unknown>;
  release(): void;
  /** Resolves once the measured part of each load has begun, or the load has failed. */
  readonly began: Promise<unknown>;
  readonly failed: ReadonlySet<string>;
  /** What each load measured, or the error that ended it, in the order of the places. */
  readonly ended: Promise<readonly (() => ClosedLoopMeasurement)[]>;
};

function startLoads(
  places: readonly Place[],
  load: ClosedLoad,
  { window }: Block,
  { config, generatorsNeeded }: RunContext,
  workload: string,
  signal: AbortSignal,
): Loads {
  const released = Promise.withResolvers<void>();
  const failed = new Set<string>();
  const loads = places.map(({ name, running, generator }) => {
    const [connected, began] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const spec: ClosedTask = {
      origin: running.handle.service().origin,
      load,
      leadInSeconds: places.length * ((TURN_MS + GAP_MS) / 1000) + AROUND_FRAMES,
      seconds: MOST * secondsOfFrames(window.seconds, places.length),
      inFrames: true,
      workload,
      requests: config.requests,
      greeting: lightPathOf(running.handle),
      generators: generatorsNeeded.of(window),
    };
    const beforeSending = () => {
      connected.resolve();
      return released.promise;
    };
    const onEdge = (edge: Edge) => edge === 'from' && began.resolve();
    const ended = generator.run(spec, signal, onEdge, beforeSending).then(
      (measured) => () => measured,
      (error: unknown) => {
        failed.add(name);
        connected.resolve();
        began.resolve();
        return (): never => {
          throw error;
        };
      },
    );
    return { connected: connected.promise, began: began.promise, ended };
  });
  return {
    connected: Promise.all(loads.map(({ connected }) => connected)),
    release: released.resolve,
    began: Promise.all(loads.map(({ began }) => began)),
    failed,
    ended: Promise.all(loads.map(({ ended }) => ended)),
  };
}

/**
 * Measures a block in frames.
 *
 * @returns for each service what was measured, or why nothing was; undefined if the block is measured in windows
 */
export async function measureInFrames(
  block: Block,
  run: FrameRun,
): Promise<ReadonlyMap<string, () => Framed> | undefined> {
  const { load } = block.window;
  const places = await placesOf(block, run);
  if (!places || load?.kind !== 'closed') return undefined;
  const { trial, context } = run;
  const { config, ports, signal } = context;
  const names = places.map(({ name }) => name);
  const seed = `${config.seed}/${trial.id}/${block.id}/frames`;
  const orders = blockOrders(names, framesIn(block.window.seconds), seed);
  const workload = trial.changes?.workload ?? config.workloadSpecifier;
  const read = async ({ trees, running }: Place) => ({
    usage: await ports.readUsage(trees, running.handle.service().redisUrl),
    memory: await serverMemory(trees),
  });
  await Promise.all(places.map(({ trees }) => resetPeaks(trees.server)));
  const loads = startLoads(places, load, block, context, workload, signal);
  const givesTurns = async (order: readonly string[], ms: Milliseconds) => {
    for (const name of order) {
      const place = places.find((one) => one.name === name);
      if (place && !loads.failed.has(name)) await giveTurn(place, ms, signal);
    }
  };
  try {
    await loads.connected;
    for (const { freezer } of places) freezer.stop();
    loads.release();
    await givesTurns(names, TURN_MS);
    await loads.began;
    for (const place of places) place.ranMs = 0;
    const before = await Promise.all(places.map(read));
    for (const order of orders) await givesTurns(order, FRAME_MS);
    const after = await Promise.all(places.map(read));
    for (const { generator } of places) generator.finish();
    const results = await loads.ended;
    return new Map(
      results.map((measured, index) => [
        names[index] ?? '',
        (): Framed => ({
          ...measured(),
          ran: (places[index]?.ranMs ?? 0) / 1000,
          before: before[index]?.usage,
          after: after[index]?.usage,
          memory: after[index]?.memory,
        }),
      ]),
    );
  } finally {
    loads.release();
    for (const { freezer } of places) freezer.go();
  }
}

async function giveTurn(place: Place, ms: Milliseconds, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  place.freezer.go();
  try {
    await sleep(ms, undefined, { signal });
  } finally {
    place.freezer.stop();
    place.ranMs += performance.now() - began;
  }
  await sleep(GAP_MS);
}

/** On a busy machine, frames begin late. A load ends by itself after so many times its usual length. */
const MOST = 5;
