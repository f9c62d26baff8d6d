import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Trees } from '@cpu-bound/measure/host/usage';
import type { ClosedTasks, Generators } from '@cpu-bound/measure/load/loads';
import type { Block, Window } from '../../src/model/plan.ts';
import { measureInFrames } from '../../src/run/frames.ts';
import type { SideBySide } from '../../src/run/side-by-side.ts';
import { fakeRun } from '../fixtures/fake-run.ts';
import { loadResult } from '../fixtures/run.ts';

const NAMES = ['single', 'cluster', 'threads'];
const window: Window = {
  id: 'closed',
  questions: [],
  condition: { input: {}, setting: {} },
  seconds: 0.1,
  leadInSeconds: 0.25,
  load: { kind: 'closed', query: {}, connections: 10 },
  inFrames: true,
};

type Fake = {
  readonly names?: readonly string[];
  readonly window?: Partial<Window>;
  readonly taskSeconds?: number;
  readonly elsewhere?: string;
  readonly unstoppable?: string;
  readonly dead?: string;
  /** Seconds of CPU time by which the time of a service grows with each reading. */
  readonly whileStopped?: Readonly<Record<string, number>>;
  /** The CPU seconds of a Redis that grow with each reading, which asks it. */
  readonly redisPerReading?: number;
  /** The number of readings after which it does not grow any more. */
  readonly readingsThatGrow?: number;
  /** The number of requests that a service does not answer. */
  readonly failed?: Readonly<Record<string, number>>;
  readonly framing?: { readonly refusals: string[] };
  /** Its manifest says that it waits. */
  readonly waits?: string;
  /** Called when the load begins; an error ends it. */
  readonly onBegin?: () => void;
  /** Called when a service is continued. */
  readonly onGo?: (name: string) => void;
};

/** Measures a block of services that do nothing. @returns its outcome, and what was stopped and continued */
async function framesOf({
  names = NAMES,
  window: changes,
  taskSeconds,
  elsewhere,
  unstoppable,
  dead,
  whileStopped = {},
  redisPerReading = 0,
  readingsThatGrow = Number.POSITIVE_INFINITY,
  failed: failures = {},
  framing = { refusals: [] },
  waits,
  onBegin,
  onGo,
}: Fake = {}) {
  const signals: string[] = [];
  const { context } = fakeRun([...names]);
  const interruption = new AbortController();
  const running = new Map(
    names.map((name) => [
      name,
      {
        subject: { name, contestant: name, twin: false },
        handle: {
          contestant: { id: name, ...(name === waits && { waits: true }) },
          service: () => ({
            kind: name === elsewhere ? 'remote' : 'local',
            origin: `http://${name}:1`,
            died: name === dead ? AbortSignal.abort() : new AbortController().signal,
          }),
        },
      },
    ]),
  );
  const finished = Promise.withResolvers<void>();
  const closedAtOnce = {
    async run(
      { inFrames, services }: ClosedTasks,
      _signal: AbortSignal,
      onEdge: (edge: string) => void,
      beforeSending: () => Promise<void>,
    ) {
      assert.ok(inFrames);
      await beforeSending();
      onBegin?.();
      onEdge('from');
      await finished.promise;
      return services.map((_, index) => {
        const result = loadResult(10 * (index + 1), 9);
        const failed = failures[names[index] ?? ''] ?? 0;
        const accounting = { ...result.accounting, sent: result.accounting.ok, failed };
        return { result: { ...result, accounting }, latencies: [], thread: { cpu: 0, waited: 0 } };
      });
    },
    finish: finished.resolve,
  };
  const used = new Map<string, number>();
  const readings = new Map<string, number>();
  const ports = {
    ...context.ports,
    treesOf: async (service: { readonly origin: string }) => ({
      server: [NAMES.indexOf(new URL(service.origin).hostname)],
      idle: {},
    }),
    freezerOf: ([index = 0]: readonly number[]) =>
      NAMES[index] === unstoppable
        ? undefined
        : {
            stop: () => void signals.push(`stop ${NAMES[index]}`),
            go() {
              signals.push(`go ${NAMES[index]}`);
              onGo?.(NAMES[index] ?? '');
            },
          },
    readUsage: async ({ server: [index = 0] }: Trees) => {
      const name = NAMES[index] ?? '';
      const reading = (readings.get(name) ?? 0) + 1;
      readings.set(name, reading);
      const grows = reading <= readingsThatGrow ? (whileStopped[name] ?? 0) : 0;
      const serverCpu = (used.get(name) ?? 0) + grows;
      used.set(name, serverCpu);
      return { at: performance.now(), serverCpu, redisCpu: reading * redisPerReading };
    },
  };
  const block: Block = { id: 'closed-1', window: { ...window, ...changes }, order: names };
  const measured = measureInFrames(block, {
    trial: { id: 'sitting/1', round: 1, subjects: [], blocks: [block], importance: 0 },
    services: { running } as unknown as SideBySide,
    context: {
      ...context,
      framing,
      config: { ...context.config, taskSeconds },
      signal: interruption.signal,
      ports: ports as unknown as typeof context.ports,
      generators: { closedAtOnce } as unknown as Generators,
    },
  });
  return {
    measured,
    signals,
    framing,
    interrupt: () => interruption.abort(new Error('Ctrl-C')),
    figures: async () => {
      const block = await measured;
      return 'framed' in block ? block.framed : assert.fail(block.inWindows);
    },
  };
}

/** Asserts that every service was continued last. */
function assertAllGo(signals: readonly string[]): void {
  for (const name of NAMES)
    assert.equal(
      signals.findLast((signal) => signal.endsWith(` ${name}`)),
      `go ${name}`,
    );
}

describe('a block in frames', () => {
  it('lets one service run at a time, for short turns and then for its frames, and continues all of them', async () => {
    const { figures, signals } = await framesOf();
    assert.deepEqual([...(await figures()).keys()], NAMES);
    const [first, turns] = [signals.slice(0, 3), signals.slice(3, -3)];
    assert.deepEqual(
      first,
      NAMES.map((name) => `stop ${name}`),
    );
    const pairs = Array.from({ length: turns.length / 2 }, (_, index) =>
      turns.slice(2 * index, 2 * index + 2),
    );
    for (const [go = '', stop = ''] of pairs) assert.equal(stop, go.replace('go', 'stop'));
    for (const name of NAMES) assert.equal(pairs.filter(([go]) => go === `go ${name}`).length, 6 + 4);
    assertAllGo(signals);
  });

  it('has the answers of each service, and the time in which it ran', async () => {
    const { figures } = await framesOf();
    for (const [index, result] of [...(await figures()).values()].entries()) {
      const { ran, result: load } = result;
      assert.equal(load.answers, 10 * (index + 1));
      assert.ok(ran >= 0.1);
    }
  });

  it('leaves no service stopped if the load fails', async () => {
    const { measured, signals } = await framesOf({
      onBegin() {
        throw new Error('the generator has ended');
      },
    });
    await assert.rejects(measured, /the generator has ended/);
    assertAllGo(signals);
  });

  it('leaves no service stopped if the run is interrupted', async () => {
    let frames = 0;
    const interrupts: { interrupt?: () => void } = {};
    const fake = await framesOf({
      onGo() {
        if (++frames === 5) interrupts.interrupt?.();
      },
    });
    interrupts.interrupt = fake.interrupt;
    await assert.rejects(fake.measured);
    assertAllGo(fake.signals);
  });

  for (const [reason, changes] of Object.entries({
    'nothing is beside it': { names: ['single'] },
    'the bench cannot stop threads, which runs elsewhere': { elsewhere: 'threads' },
    'a request would wait for 30 s': { taskSeconds: 1 },
    'the bench cannot stop cluster here': { unstoppable: 'cluster' },
    'cluster waits for timers or other services, which go on': { waits: 'cluster' },
  } satisfies Record<string, Fake>))
    it(`is measured in windows if ${reason}`, async () => {
      const { measured, signals } = await framesOf(changes);
      assert.deepEqual(await measured, { inWindows: reason });
      assert.deepEqual(signals, []);
    });

  it('is measured in frames if a service has ended the work that was left over by the second look', async () => {
    const { figures, framing } = await framesOf({ whileStopped: { threads: 0.05 }, readingsThatGrow: 3 });
    assert.equal((await figures()).size, NAMES.length);
    assert.deepEqual(framing.refusals, []);
  });

  it('is measured in frames also if a Redis, which is not stopped, computes', async () => {
    const { figures } = await framesOf({ redisPerReading: 0.05 });
    assert.equal((await figures()).size, NAMES.length);
  });

  it('is measured in windows if a service computes while it is stopped; after the second, so is the rest of the run', async () => {
    const { measured, signals, framing } = await framesOf({ whileStopped: { threads: 0.05 } });
    const { inWindows } = await measured.then((block) => ('inWindows' in block ? block : assert.fail()));
    assert.match(inWindows, /^threads used [\d.]+ % of a core while it was stopped$/);
    assertAllGo(signals);
    const calm = await framesOf({ framing });
    assert.equal((await calm.figures()).size, NAMES.length);
    await (await framesOf({ framing, failed: { cluster: 3 } })).measured;
    const next = await framesOf({ framing });
    assert.deepEqual(await next.measured, {
      inWindows: 'cluster did not answer 3 of 20 requests in frames',
    });
  });

  it('is measured in frames if a service fails one or two requests', async () => {
    const { figures } = await framesOf({ failed: { cluster: 2 } });
    assert.equal((await figures()).size, NAMES.length);
  });

  it('is measured in windows if a service fails some requests in frames, for its clocks go on', async () => {
    const { measured } = await framesOf({ failed: { cluster: 3 } });
    assert.deepEqual(await measured, { inWindows: 'cluster did not answer 3 of 20 requests in frames' });
  });

  it('has a figure of a service that fails because it has died, and in frames that of others', async () => {
    const { figures } = await framesOf({ failed: { cluster: 3 }, dead: 'cluster' });
    assert.deepEqual([...(await figures()).keys()], NAMES);
  });
});
