import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { asBuilt, javascript } from '@cpu-bound/measure/host/javascript';
import { COMMAND, root } from './contents.ts';
import { moduleNamed } from './packages.ts';

/**
 * Converts a file to JavaScript. Its imports name the built files, and those of other packages by their paths.
 *
 * @param file its path from the top of the repository
 */
export const program = async (text: string, file: string): Promise<string> =>
  withPackageCommands(await javascript(text, (specifier) => built(specifier, file)));

/** Replaces the commands of a clone by those of the package. */
export const withPackageCommands = (text: string): string =>
  text
    .replaceAll(/\bpnpm bench:all\b/g, `${COMMAND} run`)
    .replaceAll(/(?:\bnpx -y pnpm@12|\bpnpm) bench\b/g, COMMAND);

function built(specifier: string, file: string): string | undefined {
  const folder = dirname(file);
  const target = moduleNamed(specifier);
  if (target !== undefined) {
    const path = relative(folder, asBuilt(target)).replaceAll('\\', '/');
    return path.startsWith('.') ? path : `./${path}`;
  }
  const isOurs = [folder, '.'].some((from) => existsSync(join(root, from, specifier)));
  return isOurs ? asBuilt(specifier) : undefined;
}
