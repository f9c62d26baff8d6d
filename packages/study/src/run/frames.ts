import { setTimeout as sleep } from 'node:timers/promises';
import type { Freezer } from '@cpu-bound/measure/host/freezer';
import { resetPeaks } from '@cpu-bound/measure/host/memory';
import type { Edge } from '@cpu-bound/measure/host/task';
import { serverMemory, type Trees, type UsageReading, usageBetween } from '@cpu-bound/measure/host/usage';
import type { ClosedLoopMeasurement } from '@cpu-bound/measure/load/closed/closed-loop';
import { type ClosedLoad, inPercent, type Milliseconds, type Seconds } from '@cpu-bound/measure/model';
import type { Block, Trial } from '../model/plan.ts';
import { blockOrders } from '../plan/sitting.ts';
import {
  BEFORE_FRAMES,
  FRAME_MS,
  framesIn,
  GAP_MS,
  STILL_MS,
  secondsOfFrames,
  secondsOfTurns,
  TURNS,
} from '../plan/windows.ts';
import type { RunContext } from './context.ts';
import { lightPathOf, type RunningSubject, type SideBySide } from './side-by-side.ts';

/**
 * Throughput in frames (docs/adr/0068). All services of a block are under their own closed loops. All but one are
 * stopped, and every few milliseconds it is the turn of another one. So the services of a pair are measured at nearly
 * the same moment, where the cores have the same speed.
 */

/** A request may wait for so long. Services stop waiting after some ten seconds of the clock, which frames lengthen. */
const LONGEST_WAIT: Seconds = 5;
/** On a busy machine, frames begin late. A load ends by itself after so many times its usual length. */
const MOST = 5;
/** One block may be disturbed. After so many that could not be measured in frames, the rest of the run is not, either. */
const REFUSALS = 2;
/** A service that uses more than this share of a core while it is stopped has processes that the bench does not know. */
const MOST_WHILE_STOPPED = 0.01;
/** A service whose clocks mind the stops fails more than this share of its requests in frames, and some of them. */
const [MOST_FAILED, FEWEST_FAILED] = [0.001, 3];

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
  /** The time in which it ran since its measured part began, without the present frame, and the begin of that frame. */
  ranMs: Milliseconds;
  runsSince?: Milliseconds;
  /** Its usage as its measured part began. */
  before?: Promise<UsageReading>;
};

type FrameRun = {
  readonly trial: Trial;
  readonly services: SideBySide;
  readonly context: RunContext;
};

/** The frames of a block: what was measured of each service, or why the block is measured in windows. */
export type FramedBlock = { readonly framed: ReadonlyMap<string, Framed> } | { readonly inWindows: string };

/**
 * Finds the freezers of a block's services.
 *
 * @returns the reason, if the block is measured in windows
 */
async function placesOf(
  block: Block,
  load: ClosedLoad,
  { services, context }: FrameRun,
): Promise<readonly Place[] | string> {
  const { ports, config, framing } = context;
  const refused = framing.refusals[REFUSALS - 1];
  if (refused !== undefined) return refused;
  const names = block.order.filter((name) => services.running.has(name));
  if (names.length < 2) return 'nothing is beside it';
  const waits = load.connections * (config.taskSeconds ?? 0) * names.length;
  if (waits > LONGEST_WAIT) return `a request would wait for ${waits.toFixed(0)} s`;
  const places: Place[] = [];
  for (const name of names) {
    const running = services.running.get(name);
    const service = running?.handle.service();
    if (running?.handle.contestant.waits) return `${name} waits for timers or other services, which go on`;
    if (!running || service?.kind !== 'local') return `the bench cannot stop ${name}, which runs elsewhere`;
    const trees = await ports.treesOf(service);
    const freezer = ports.freezerOf(trees.server);
    if (!freezer) return `the bench cannot stop ${name} here`;
    places.push({ name, running, trees, freezer, ranMs: 0 });
  }
  return places;
}

/** The loads of a block. They begin to send when `release` is called, after all of them are connected. */
type Loads = {
  readonly connected: Promise<unknown>;
  release(): void;
  /** Resolves once the measured part has begun. */
  readonly began: Promise<unknown>;
  /** Ends the loads. @returns what each measured; undefined if they had ended by themselves */
  finish(): Promise<readonly ClosedLoopMeasurement[]> | undefined;
};

function startLoads(
  places: readonly Place[],
  load: ClosedLoad,
  { window }: Block,
  { trial, context }: FrameRun,
): Loads {
  const { config, generators, generatorsNeeded, ports, signal } = context;
  const [connected, released, began] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  const seconds = MOST * secondsOfFrames(window.seconds, places.length, window.frameMs);
  const beforeSending = () => {
    connected.resolve();
    return released.promise;
  };
  // Usually all are stopped now. On a busy machine, the first turns may last until after this moment.
  const onEdge = (edge: Edge) => {
    if (edge === 'to') return;
    for (const place of places) {
      place.ranMs = 0;
      if (place.runsSince !== undefined) place.runsSince = performance.now();
      place.before = ports.readUsage(place.trees, place.running.handle.service().redisUrl);
    }
    began.resolve();
  };
  const task = {
    services: places.map(({ running: { handle } }) => ({
      origin: handle.service().origin,
      greeting: lightPathOf(handle),
    })),
    load,
    leadInSeconds: places.length * secondsOfTurns + BEFORE_FRAMES,
    seconds,
    inFrames: true,
    workload: trial.changes?.workload ?? config.workloadSpecifier,
    requests: config.requests,
    generators: generatorsNeeded.of(window),
  };
  let isOver = false;
  const measured = generators.closedAtOnce.run(task, signal, onEdge, beforeSending).finally(() => {
    isOver = true;
  });
  const unlessOver = (event: Promise<void>) => {
    const either = Promise.race([event, measured]);
    either.catch(() => {}); // who waits for it gets the error
    return either;
  };
  return {
    connected: unlessOver(connected.promise),
    release: released.resolve,
    began: unlessOver(began.promise),
    finish() {
      if (isOver) return undefined;
      generators.closedAtOnce.finish();
      return measured;
    },
  };
}

/** Measures a block in frames, unless it has to be measured in windows. */
export async function measureInFrames(block: Block, run: FrameRun): Promise<FramedBlock> {
  const { load } = block.window;
  if (load?.kind !== 'closed') throw new Error(`${block.id} has no closed loop`);
  const { trial, context } = run;
  const { config, ports, signal, framing } = context;
  const places = await placesOf(block, load, run);
  if (typeof places === 'string') return { inWindows: places };
  const names = places.map(({ name }) => name);
  const seed = `${config.seed}/${trial.id}/${block.id}/frames`;
  const { seconds, frameMs = FRAME_MS } = block.window;
  const orders = blockOrders(names, framesIn(seconds, frameMs), seed);
  const readAll = () =>
    Promise.all(
      places.map(({ trees, running }) => ports.readUsage(trees, running.handle.service().redisUrl)),
    );
  await Promise.all(places.map(({ trees }) => resetPeaks(trees.server)));
  const loads = startLoads(places, load, block, run);
  const giveTurns = async (order: readonly string[], ms: Milliseconds) => {
    for (const name of order) {
      const place = places.find((one) => one.name === name);
      if (place) await giveTurn(place, ms, signal);
    }
  };
  try {
    await loads.connected;
    for (const { freezer } of places) freezer.stop();
    loads.release();
    for (let turn = 0; turn < TURNS; turn++) await giveTurns(names, FRAME_MS);
    await loads.began;
    const computing = async () => {
      const still = await readAll();
      await sleep(STILL_MS, undefined, { signal });
      return usedWhileStopped(names, still, await readAll());
    };
    // A service may still have work as the others stop, so one look is not enough.
    const used = (await computing()) && (await computing());
    if (used === undefined) for (const order of orders) await giveTurns(order, frameMs);
    const after = await readAll();
    const memory = await Promise.all(places.map(({ trees }) => serverMemory(trees)));
    const results = await loads.finish();
    if (!results) return { inWindows: 'the machine was so busy that frames took too long' };
    const framed = await Promise.all(
      results.map(async (measured, index): Promise<readonly [string, Framed]> => {
        const { name = '', ranMs = 0, before } = places[index] ?? {};
        const usage = { before: await before, after: after[index], memory: memory[index] };
        return [name, { ...measured, ran: ranMs / 1000, ...usage }];
      }),
    );
    const refused =
      used ??
      failedInFrames(framed.filter((_, index) => !places[index]?.running.handle.service().died.aborted));
    if (refused === undefined) return { framed: new Map(framed) };
    framing.refusals.push(refused);
    return { inWindows: refused };
  } finally {
    loads.release();
    for (const { freezer } of places) freezer.go();
  }
}

async function giveTurn(place: Place, ms: Milliseconds, signal: AbortSignal): Promise<void> {
  place.runsSince = performance.now();
  place.freezer.go();
  try {
    await sleep(ms, undefined, { signal });
  } finally {
    place.freezer.stop();
    place.ranMs += performance.now() - place.runsSince;
    place.runsSince = undefined;
  }
  await sleep(GAP_MS);
}

/**
 * Names the first service that computes although it is stopped: some of its processes are not known. Its Redis is not
 * stopped, and does not count: it has no work while its clients are stopped, but to answer these readings takes 1 %.
 */
function usedWhileStopped(
  names: readonly string[],
  from: readonly UsageReading[],
  to: readonly UsageReading[],
): string | undefined {
  for (const [index, name] of names.entries()) {
    const [before, after] = [from[index], to[index]];
    if (!before || !after) continue;
    const { serverCpu = 0 } = usageBetween(before, after, 0);
    const share = (1000 * serverCpu) / (after.at - before.at);
    if (share > MOST_WHILE_STOPPED) return `${name} used ${inPercent(share)} of a core while it was stopped`;
  }
  return undefined;
}

/** Names the first service that did not answer some requests: its clocks go on while it is stopped. */
function failedInFrames(framed: readonly (readonly [string, Framed])[]): string | undefined {
  for (const [name, { result }] of framed) {
    const { sent, refused, failed, timedOut } = result.accounting;
    const unanswered = refused + failed + timedOut;
    if (unanswered >= FEWEST_FAILED && unanswered > MOST_FAILED * sent)
      return `${name} did not answer ${unanswered} of ${sent} requests in frames`;
  }
  return undefined;
}
