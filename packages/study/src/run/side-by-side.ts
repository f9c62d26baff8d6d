import { type Contestant, contestantNamed } from '@cpu-bound/measure/contestants/manifest';
import { ContestantFailure } from '@cpu-bound/measure/host/contestant-failure';
import type { OwnRedis } from '@cpu-bound/measure/host/redis/redis';
import type { Service } from '@cpu-bound/measure/host/service';
import { defined } from '@cpu-bound/workload/defined';
import type { EndResult, Failure, Subject } from '../model.ts';
import type { RunContext, StartChanges } from './context.ts';
import { createHandle, type ServiceHandle } from './service-handle.ts';

/** A subject whose processes are up. */
export type RunningSubject = { readonly subject: Subject; readonly handle: ServiceHandle };

/** The services of a trial while it lasts, and what is reported of them at its end. */
export type SideBySide = {
  /** Starts a subject; one that fails is recorded and not up. */
  start(subject: Subject): Promise<void>;
  /** The running subjects, by name. */
  readonly running: ReadonlyMap<string, RunningSubject>;
  /** Lets `use` work with a subject; where it fails, that is recorded, and the subject is ended. */
  with(name: string, use: (running: RunningSubject, signal: AbortSignal) => Promise<void>): Promise<void>;
  stopAll(): Promise<void>;
  readonly startUpMs: EndResult['startUpMs'];
  readonly failures: readonly Failure[];
  readonly warnings: readonly string[];
};

/** The services of a trial, by their names. */
type TrialServices = Pick<RunContext, 'ports'> & {
  readonly services: Map<string, Service>;
  readonly redises: ReadonlyMap<string, OwnRedis>;
  readonly warnings: string[];
  readonly changesOf: (name: string) => StartChanges;
};

/** @param first the service as it was started first: it is started again in its place */
const handleIn = (
  { services, redises, warnings, ports, changesOf }: TrialServices,
  contestant: Contestant,
  name: string,
  first: Service,
): ServiceHandle =>
  createHandle({
    contestant,
    service: () => services.get(name) ?? first,
    redis: () => redises.get(name),
    async startAgain() {
      const again = await ports.start(contestant, { ...changesOf(name), place: first.place });
      services.set(name, again);
      return again;
    },
    warn: (problems) => warnings.push(...problems),
    now: ports.now,
  });

/** @param changes what all of them are started with otherwise than the configuration says */
export function createSideBySide(context: RunContext, changes: StartChanges): SideBySide {
  const { ports, config } = context;
  const running = new Map<string, RunningSubject>();
  const services = new Map<string, Service>();
  const startUpMs: Record<string, number> = {};
  const redises = new Map<string, OwnRedis>();
  const failures: Failure[] = [];
  const warnings: string[] = [];

  const changesOf = (name: string): StartChanges => defined({ ...changes, redisUrl: redises.get(name)?.url });

  const stop = async (name: string) => {
    const service = services.get(name);
    services.delete(name);
    running.delete(name);
    for (const problem of (await service?.stop()) ?? []) warnings.push(`${name}: ${problem}`);
    await redises.get(name)?.stop();
    redises.delete(name);
  };

  async function fail(name: string, error: unknown): Promise<void> {
    await context.generators.stop(); // they may still send a load that is no longer needed
    context.signal.throwIfAborted();
    failures.push(failureOf(name, error, services.get(name)));
    await stop(name);
  }

  const trial = { services, redises, warnings, ports, changesOf };

  return {
    running,
    startUpMs,
    failures,
    warnings,
    async start(subject) {
      const { name } = subject;
      const contestant = contestantNamed(config.contestants, subject.contestant);
      if (!contestant) throw new Error(`the plan names ${subject.contestant}, no contestant of this run`);
      try {
        if (changes.persistence) redises.set(name, await ports.startRedis(changes.persistence));
        const service = await ports.start(contestant, changesOf(name));
        services.set(name, service);
        running.set(name, { subject, handle: handleIn(trial, contestant, name, service) });
        if (service.kind === 'local') startUpMs[name] = service.startUpMs;
      } catch (error) {
        await fail(name, error);
      }
    },
    async with(name, use) {
      const one = running.get(name);
      if (!one) return;
      try {
        // A poisoned service may die, and then is another one.
        const { died } = one.handle.service();
        await use(one, changes.poisoned ? context.signal : AbortSignal.any([context.signal, died]));
      } catch (error) {
        await fail(name, error);
      }
    },
    async stopAll() {
      await Promise.all([...new Set([...services.keys(), ...redises.keys()])].map(stop));
    },
  };
}

function failureOf(subject: string, error: unknown, service: Service | undefined): Failure {
  // Moments after a crash the load fails too: the crash is the reason.
  const cause = service?.died.aborted ? service.died.reason : error;
  const { reason, message, log } =
    cause instanceof ContestantFailure ? cause : new ContestantFailure('load-failed', String(cause));
  return { subject, reason, message, log: log.length > 0 ? log : (service?.log() ?? []) };
}
