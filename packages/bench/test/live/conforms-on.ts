import { join } from 'node:path';
import { conformance } from '@cpu-bound/conformance';
import { type LocalContestant, readManifest } from '@cpu-bound/measure/contestants/manifest';
import { runtimeNamed, variantOrRuntime } from '@cpu-bound/measure/contestants/runtimes';
import { onItsRuntime, runtimeSources } from '@cpu-bound/measure/host/runtimes';
import { firstThatStarts } from '@cpu-bound/measure/host/sources';

const packages = join(import.meta.dirname, '../../..');

/**
 * Tests a contestant on another runtime against the contract, except for what its manifest declares not to keep
 * there.
 */
export async function conformsOn(id: string, runtime: string): Promise<void> {
  conformance(await contestantOn(id, runtime));
}

/** Finds a contestant on a runtime, which is fetched if no run has fetched it. */
export async function contestantOn(id: string, name: string): Promise<LocalContestant> {
  const [contestant, runtime] = [await readManifest(join(packages, id)), runtimeNamed(name)];
  if (!contestant || !runtime) throw new Error(`${id}:${name} is unknown`);
  await firstThatStarts(runtimeSources(runtime, { watch() {} }, console.log));
  return onItsRuntime(variantOrRuntime(contestant, name));
}
