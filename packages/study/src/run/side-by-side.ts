import { type Contestant, contestantNamed, isElsewhere } from '@cpu-bound/measure/contestants/manifest';
import { ContestantFailure } from '@cpu-bound/measure/host/readiness';
import type { OwnRedis } from '@cpu-bound/measure/host/redis/redis';
import { type LocalService, localService, type Service } from '@cpu-bound/measure/host/service';
import type { Milliseconds } from '@cpu-bound/measure/model';
import { SystemRefusal } from '@cpu-bound/measure/model/errors';
import type { Subject, Trial, Window } from '../model/plan.ts';
import type { Failure, FaultResult } from '../model/results.ts';
import type { RunContext, StartChanges } from './context.ts';

/** The measured service, which gets the faults, with the ways to stop it and to start it again on the same port. */
export type ServiceHandle = {
  readonly contestant: Contestant;
  readonly service: () => Service;
  readonly restart: () => Promise<Pick<FaultResult, 'tookMs' | 'startUpMs'>>;
  /** The service's own Redis, which may be killed; absent if it uses the run's. */
  readonly redis: () => OwnRedis | undefined;
  /** Ends it and its own Redis in order, and starts both again. */
  readonly restartAll: () => Promise<void>;
  /** Replaces a service that has died or hangs. */
  readonly revive: () => Promise<void>;
};

/** The place of a service among those that are up. */
type Slot = Pick<ServiceHandle, 'contestant' | 'service' | 'redis'> & {
  /** Starts a replacement on the same port. */
  startAgain(): Promise<Service>;
  warn(problems: readonly string[]): void;
  now(): Milliseconds;
};

function createHandle({ contestant, service, redis, startAgain, warn, now }: Slot): ServiceHandle {
  return {
    contestant,
    service,
    redis,
    async restart() {
      const began = now();
      warn(await service().stop());
      // The service finds its own jobs again, as after a deployment.
      const { startUpMs } = localService(await startAgain());
      return { tookMs: Math.round(now() - began), startUpMs: Math.round(startUpMs) };
    },
    async restartAll() {
      warn(await service().stop());
      await redis()?.restart(0, 'SIGTERM');
      await startAgain();
    },
    async revive() {
      await service().kill();
      await startAgain();
    },
  };
}

/** A subject whose processes are up. */
export type RunningSubject = { readonly subject: Subject; readonly handle: ServiceHandle };

/** The services of a trial while it lasts, by the names of their subjects, and the report on them at its end. */
export class SideBySide {
  readonly running = new Map<string, RunningSubject>();
  readonly startUpMs: Record<string, number> = {};
  readonly failures: Failure[] = [];
  readonly warnings: string[] = [];
  readonly #services = new Map<string, Service>();
  readonly #redises = new Map<string, OwnRedis>();
  readonly #context: RunContext;
  readonly #changes: StartChanges;

  /** @param changes the settings of all starts that differ from the configuration */
  constructor(context: RunContext, changes: StartChanges) {
    this.#context = context;
    this.#changes = changes;
  }

  /** Starts a subject; one that fails is recorded and not up. @throws what the system refused: it concerns all subjects */
  async start(subject: Subject): Promise<void> {
    const { ports, config } = this.#context;
    const { name } = subject;
    const contestant = contestantNamed(config.contestants, subject.contestant);
    if (!contestant)
      throw new Error(`the plan names ${subject.contestant}, which is no contestant of this run`);
    const { persistence } = this.#changes;
    try {
      if (persistence) this.#redises.set(name, await ports.startRedis(persistence));
      const first = await ports.start(contestant, this.#changesFor(name));
      this.#services.set(name, first);
      if (first.kind === 'local') this.startUpMs[name] = first.startUpMs;
      const handle = createHandle({
        contestant,
        service: () => this.#services.get(name) ?? first,
        redis: () => this.#redises.get(name),
        startAgain: async () => {
          const again = await ports.start(contestant, { ...this.#changesFor(name), place: first.place });
          this.#services.set(name, again);
          return again;
        },
        warn: (problems) => this.warnings.push(...problems),
        now: ports.now,
      });
      this.running.set(name, { subject, handle });
    } catch (error) {
      await this.#fail(name, error);
    }
  }

  /** Calls `use` with a subject. If that fails, it records the failure and ends the subject. */
  async with(
    name: string,
    use: (running: RunningSubject, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const running = this.running.get(name);
    if (!running) return;
    const { signal } = this.#context;
    try {
      const { died } = running.handle.service();
      // A poisoned service may die, and is then replaced by another one.
      await use(running, this.#changes.poisoned ? signal : AbortSignal.any([signal, died]));
    } catch (error) {
      await this.#fail(name, error);
    }
  }

  /** The other services that are up and run here, by the names of their subjects. */
  othersThan(name: string): Record<string, LocalService> {
    const others = [...this.running.values()].filter(({ subject }) => subject.name !== name);
    return Object.fromEntries(
      others.flatMap(({ subject, handle }) => {
        const service = handle.service();
        return service.kind === 'local' ? [[subject.name, service] as const] : [];
      }),
    );
  }

  async stopAll(): Promise<void> {
    const names = new Set([...this.#services.keys(), ...this.#redises.keys()]);
    await Promise.all([...names].map((name) => this.#stop(name)));
  }

  #changesFor(name: string): StartChanges {
    return { ...this.#changes, redisUrl: this.#redises.get(name)?.url };
  }

  async #fail(name: string, error: unknown): Promise<void> {
    await this.#context.generators.stop(); // they may still send a load that is no longer needed
    this.#context.signal.throwIfAborted();
    if (error instanceof SystemRefusal) throw error;
    this.failures.push(await failureOf(name, error, this.#services.get(name)));
    await this.#stop(name);
  }

  async #stop(name: string): Promise<void> {
    const service = this.#services.get(name);
    this.#services.delete(name);
    this.running.delete(name);
    for (const problem of (await service?.stop()) ?? []) this.warnings.push(`${name}: ${problem}`);
    await this.#redises.get(name)?.stop();
    this.#redises.delete(name);
  }
}

/** Returns what another program did to a service that runs here; undefined if there is no sign of that. */
async function harmTo(service: Service): Promise<ContestantFailure | undefined> {
  const harm = service.kind === 'local' ? await service.harm() : undefined;
  return harm === undefined ? undefined : new ContestantFailure('harmed', harm);
}

/** @throws ContestantFailure if another program has harmed a service that runs here */
export async function assertUnharmed(service: Service): Promise<void> {
  const harm = await harmTo(service);
  if (harm) throw harm;
}

async function failureOf(subject: string, error: unknown, service: Service | undefined): Promise<Failure> {
  // Moments after a crash the load fails too: the crash is the reason. A stopped service answers nothing.
  const cause = service?.died.aborted ? service.died.reason : ((service && (await harmTo(service))) ?? error);
  const { reason, message, log } =
    cause instanceof ContestantFailure ? cause : new ContestantFailure('load-failed', String(cause));
  return { subject, reason, message, log: log.length > 0 ? log : (service?.log() ?? []) };
}

/** A window of one subject that is to be measured. */
export type WindowTask = {
  readonly trial: Trial;
  /** The block that the window belongs to: several blocks of a round may have the same id. */
  readonly block: string;
  readonly subject: Subject;
  readonly window: Window;
  readonly handle: ServiceHandle;
  /** The other services that are up and run here, by the names of their subjects. */
  readonly idle: Readonly<Record<string, LocalService>>;
};

/** The path of a light request to a service elsewhere, which has no `/hello`. */
export const lightPathOf = ({ contestant }: ServiceHandle): string | undefined =>
  isElsewhere(contestant) ? contestant.light : undefined;

/** The measurement was not sound for a reason that the contestant did not cause: its numbers must not be used. */
export class UnsoundWindow extends Error {
  override readonly name: string = 'UnsoundWindow';
  readonly reasons: readonly string[];
  constructor(reasons: readonly string[]) {
    super(reasons.join('; '));
    this.reasons = reasons;
  }
}

/** The window measured the load generator, and not the service. */
export class GeneratorLimit extends UnsoundWindow {
  override readonly name = 'GeneratorLimit';
}

/** The window cannot be measured with this contestant on this machine: trying again would not help. */
export class ImpossibleWindow extends UnsoundWindow {
  override readonly name = 'ImpossibleWindow';
}
