import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { asBuilt, javascript } from '@cpu-bound/measure/host/build/javascript';
import { COMMAND, COPIED_IN, copyOf, root } from './contents.ts';
import { moduleNamed } from './packages.ts';

/**
 * A file of ours as JavaScript. The files that it names are the built ones, and those of other packages are where they lie.
 *
 * @param file from the top of the repository
 */
export const program = async (text: string, file: string): Promise<string> =>
  ofThePackage(await javascript(text, (specifier) => built(specifier, file)));

/** A reader of the package has its command, and not the one of a clone. */
export const ofThePackage = (text: string): string =>
  text.replaceAll(/\bpnpm bench:all\b/g, `${COMMAND} run`).replaceAll(/\bpnpm bench\b/g, COMMAND);

function built(specifier: string, file: string): string | undefined {
  const folder = dirname(file);
  const target = Object.hasOwn(COPIED_IN, specifier) ? copyOf(specifier) : moduleNamed(specifier);
  if (target !== undefined) {
    const path = relative(folder, asBuilt(target)).replaceAll('\\', '/');
    return path.startsWith('.') ? path : `./${path}`;
  }
  const isOurs = [folder, '.'].some((from) => existsSync(join(root, from, specifier)));
  return isOurs ? asBuilt(specifier) : undefined;
}
