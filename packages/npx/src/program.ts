import { existsSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { COMMAND, COPIED_IN, copyOf, root } from './contents.ts';
import { moduleNamed } from './packages.ts';

/** What names a module or a file, in code that the formatter has been over. */
const SPECIFIER = /(?<=')[\w./-]+\.ts(?=')|(?<=\bfrom ')[\w@./-]+(?=')|(?<=')@cpu-bound\/[\w./-]+(?=')/g;

/**
 * A file of ours as JavaScript: what Node.js makes of it, with spaces for types, so that lines and columns stay. The
 * files that it names are the built ones, and those of other packages are where they lie.
 *
 * @param file from the top of the repository
 */
export const program = (text: string, file: string): string =>
  ofThePackage(stripTypeScriptTypes(text)).replace(SPECIFIER, (specifier) => built(specifier, file));

/** A reader of the package has its command, and not the one of a clone. */
export const ofThePackage = (text: string): string =>
  text.replaceAll(/\bpnpm bench:all\b/g, `${COMMAND} run`).replaceAll(/\bpnpm bench\b/g, COMMAND);

/** The same path with the ending that it has in the package. */
export const asBuilt = (path: string): string => path.replace(/\.ts$/, '.js');

function built(specifier: string, file: string): string {
  const folder = dirname(file);
  const target = Object.hasOwn(COPIED_IN, specifier) ? copyOf(specifier) : moduleNamed(specifier);
  if (target !== undefined) {
    const path = relative(folder, asBuilt(target)).replaceAll('\\', '/');
    return path.startsWith('.') ? path : `./${path}`;
  }
  const isOurs = [folder, '.'].some((from) => existsSync(join(root, from, specifier)));
  return isOurs ? asBuilt(specifier) : specifier;
}
