import { isStartable } from '@cpu-bound/measure/contestants/manifest';
import { findCpuLimits } from '@cpu-bound/measure/host/cpu-limits';
import { fileLimit } from '@cpu-bound/measure/host/doctor';
import { assertProcessRoom } from '@cpu-bound/measure/host/process-room';
import { MEMORY_OF_BENCH, memoryOfContestant } from '@cpu-bound/measure/model/core-division';
import { SystemRefusal } from '@cpu-bound/measure/model/errors';
import { FEWEST_THREADS } from '@cpu-bound/measure/model/process-limit';
import type { WorkloadFacts } from '@cpu-bound/measure/workload/examine';
import { type Config, configOf, type RunSettings, UsageError } from '@cpu-bound/study/config/config';
import { count } from '@cpu-bound/study/format';
import type { Manifest } from '@cpu-bound/study/model';
import { withAnswers } from '@cpu-bound/study/run/targets';
import type { Backends } from './backends-for.ts';
import type { Surface } from './surface.ts';

/** Times each query of a workload alone, before any measurement. @throws UsageError for each that fails */
export async function examine(
  { workloadSpecifier: specifier, headline, longest, requests, contestants, flags }: RunSettings,
  { signal, workloads, print }: Surface,
): Promise<WorkloadFacts> {
  if (requests) return { problems: [], notes: [] };
  const kernels = contestants.filter(isStartable).flatMap(({ kernel }) => kernel ?? []);
  const facts = await workloads.examine({ specifier, headline, kernels: [...new Set(kernels)] }, signal, {
    longest,
    onSlow: (what) => print(`the workload: ${what}`),
  });
  for (const note of facts.notes) print(`the workload: ${note}`);
  if (facts.problems.length === 0) return facts;
  throw new UsageError(
    facts.problems.map((problem) => `--workload ${flags.workload ?? specifier}: ${problem}`),
  );
}

/** Sends the requests of a file to all targets once, and stores the answers as the expected ones. */
export async function tryRequests(
  settings: RunSettings,
  { signal, print, step }: Surface,
): Promise<RunSettings> {
  if (!settings.requests) return settings;
  const { shown, count, sha256, statusOnly } = settings.requests;
  step(`sending each of ${count} requests to each target once`);
  const requests = await withAnswers(settings.requests, settings, signal);
  print(
    `${shown}: ${count} requests (SHA-256 ${sha256.slice(0, 12)}…), ${statusOnly ? 'the statuses are as expected' : 'the answers agree'}`,
  );
  return { ...settings, requests };
}

/**
 * Completes the settings for this machine: the contestants whose needs are met, and the abilities of the machine and
 * its Redis. It also returns the missing contestants, each with its reason.
 *
 * @throws UsageError if no contestant can run, SystemRefusal if this machine has no room for the services
 */
export async function configHere(
  settings: RunSettings,
  { redis, missing: withoutBackend }: Pick<Backends, 'redis' | 'missing'>,
  { octets = { in: 0, out: 0 } }: Pick<WorkloadFacts, 'octets'>,
): Promise<{ readonly config: Config; readonly missing: Manifest['missing'] }> {
  const largest = Math.max(octets.in, octets.out);
  const tooSmall = settings.contestants.flatMap(({ id, mostOctets = Number.POSITIVE_INFINITY }) =>
    largest <= mostOctets
      ? []
      : [
          {
            contestant: id,
            reason: `bodies and answers of up to ${inMib(mostOctets)} reach its workers, and this input has ${inMib(largest)}; store large ones elsewhere, and send where they are`,
          },
        ],
  );
  const each = [...(settings.without ?? []), ...withoutBackend, ...tooSmall];
  const missing = [...new Map(each.map((one) => [one.contestant, one])).values()];
  const contestants = settings.contestants.filter(
    ({ id }) => !missing.some(({ contestant }) => contestant === id),
  );
  const available = process.availableMemory();
  const services = contestants
    .filter(isStartable)
    .map(({ id, workers }) => ({ id, workers: workers === false ? 1 : settings.workers }));
  assertMemory(available, services);
  const twin = services.find(({ id }) => id === settings.baseline) ?? services[0];
  const sideBySide = available >= memoryOfAll([...services, ...(twin ? [twin] : [])]);
  assertProcesses(sideBySide ? services.length + 1 : 1);
  const config = configOf(settings, contestants, {
    cpuLimits: await findCpuLimits(),
    ownRedis: redis?.own !== undefined,
    sideBySide,
  });
  await assertFiles(config.connections);
  return { config, missing };
}

type Workers = { readonly id: string; readonly workers: number };

const memoryOfAll = (services: readonly Workers[]) =>
  services.reduce((sum, { workers }) => sum + memoryOfContestant(workers), MEMORY_OF_BENCH);

/** @throws SystemRefusal if the largest service does not fit: the system would end it in the middle of the run */
function assertMemory(available: number, services: readonly Workers[]): void {
  const [largest] = services.toSorted((a, b) => b.workers - a.workers);
  const needed = memoryOfAll(largest ? [largest] : []);
  if (available >= needed) return;
  const service = largest ? ` with ${largest.id} and ${count(largest.workers, 'worker')}` : '';
  throw new SystemRefusal(
    `memory: this machine, or the limit of its container, leaves ${inMib(available)}, and the load generators${service} need about ${inMib(needed)}; end other programs, or give the container more memory or fewer cores (${inMib(memoryOfAll([...services, ...(largest ? [largest] : [])]))} for all contestants side by side)`,
  );
}

/**
 * Checks what is known before the first start: each service has a process, and so has the load generator. Each start
 * checks its own processes again.
 *
 * @throws SystemRefusal naming the limit
 */
const assertProcesses = (services: number): void =>
  assertProcessRoom(
    `a run of ${count(services, 'service')} and a load generator`,
    (services + 1) * FEWEST_THREADS,
  );

const inMib = (octets: number) => `${Number((octets / 2 ** 20).toPrecision(3))} MiB`;

/** A process also opens modules, pipes, libraries and a log. */
const OTHER_FILES = 100;

/** @throws SystemRefusal if a service could not open all connections at once: the others would be reset */
async function assertFiles(connections: number): Promise<void> {
  const limit = await fileLimit();
  if (limit >= connections + OTHER_FILES) return;
  throw new SystemRefusal(
    `ulimit -n: this shell allows ${limit} open files a process, and ${connections} connections need ${connections + OTHER_FILES}; raise it: ulimit -n 4096`,
  );
}
