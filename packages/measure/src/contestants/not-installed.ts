import { join, resolve } from 'node:path';
import type { LocalContestant } from './manifest.ts';
import { installed, readPackage } from './reach.ts';

/** The folder of the bench's own packages and contestants, in a clone or in npm's installation. */
const OURS = resolve(import.meta.dirname, '../../..');

/**
 * Lists the dependencies that the bench's own contestant lacks: `bench` installs those of the main contestants only. A
 * contestant from elsewhere may keep its dependencies in other places than `node_modules`, so it lacks none here.
 */
export async function notInstalled({
  folder,
}: Partial<Pick<LocalContestant, 'folder'>>): Promise<readonly string[]> {
  return folder?.startsWith(join(OURS, '/')) ? lackedBy(folder) : [];
}

/** Lists the dependencies of a package that are not installed. */
export async function lackedBy(folder: string): Promise<readonly string[]> {
  const names = Object.keys((await readPackage(folder)).dependencies ?? {});
  const places = await Promise.all(names.map((name) => installed(folder, name)));
  return names.filter((_, index) => places[index] === undefined);
}
