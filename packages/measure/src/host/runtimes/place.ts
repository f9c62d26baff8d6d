import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform, Runtime } from '../../contestants/runtimes.ts';
import { cacheFolder } from '../cache-folder.ts';

/** Where a runtime is, or will be: its package for this machine, and its program. */
export type RuntimePlace = {
  readonly packageName: string;
  readonly folder: string;
  readonly program: string;
};

/** @returns undefined where the runtime has no package for this machine */
export function placeOf(runtime: Runtime): RuntimePlace | undefined {
  const found = runtime.packageFor(platform());
  if (!found) return undefined;
  const folder = folderOf(runtime);
  return {
    packageName: found.name,
    folder,
    program: join(folder, 'node_modules', found.name, found.program),
  };
}

/** For what a runtime compiles and keeps for its next start. */
export const compiledBy = (runtime: Runtime): string => `${folderOf(runtime)}-compiled`;

/** A version of Node.js has one, whether its line or it itself was named. */
const folderOf = ({ program, version }: Runtime) => join(cacheFolder(), `${program}-${version}`);

const platform = (): Platform => ({ os: process.platform, arch: process.arch, musl: isMusl() });

/** Of Linux: by the script that names the C library's version. */
function isMusl(): boolean {
  try {
    return process.platform === 'linux' && readFileSync('/usr/bin/ldd', 'latin1').includes('musl');
  } catch {
    return false;
  }
}
