import { join } from 'node:path';
import type { Platform, Runtime } from '../../contestants/runtimes.ts';
import { cacheFolder } from '../cache-folder.ts';
import { type NpmPackages, npmFolder } from '../npm-package.ts';
import { systemText } from '../system-text.ts';

/** The place of a runtime on this disk: its package for this machine, and its program. */
export type RuntimePlace = {
  readonly packages: NpmPackages;
  readonly program: string;
};

/** The reader's own Node.js by its version: nothing has to be fetched for it. */
const ownNodes = new Map<string, string>();

export const useOwnNode = (version: string, program: string): void => void ownNodes.set(version, program);

/** Finds the program of a runtime; undefined if there is none for this machine. */
export const programOf = (runtime: Runtime): string | undefined =>
  (runtime.program === 'node' ? ownNodes.get(runtime.version) : undefined) ?? placeOf(runtime)?.program;

/** Finds the place of a runtime as npm installs it. @returns undefined if the runtime has no package for this machine */
export function placeOf(runtime: Runtime): RuntimePlace | undefined {
  const npmPackage = runtime.packageFor(platform());
  if (!npmPackage) return undefined;
  const packages: NpmPackages = [`${npmPackage.name}@${runtime.version}`];
  return {
    packages,
    program: join(npmFolder(packages), 'node_modules', npmPackage.name, npmPackage.program),
  };
}

/** Names the folder in which a runtime keeps compiled code for its next start. */
export const compiledBy = ({ program, version }: Runtime): string =>
  join(cacheFolder(), `${program}-${version}-compiled`);

const platform = (): Platform => ({ os: process.platform, arch: process.arch, musl: isMusl() });

/** Tells whether the C library is musl: on Linux, the script `ldd` names it. */
const isMusl = (): boolean => process.platform === 'linux' && systemText('/usr/bin/ldd').includes('musl');
