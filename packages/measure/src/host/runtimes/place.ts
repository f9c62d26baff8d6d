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

/** Finds the place of a runtime. @returns undefined if the runtime has no package for this machine */
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
