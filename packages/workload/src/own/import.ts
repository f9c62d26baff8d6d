import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import modules from 'node:module';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { madeBefore } from './folder.ts';
import { needsBundling } from './needs-bundling.ts';
import { serveStripped } from './stripped.ts';

/**
 * Imports the user's own module as Node.js does. If Node.js cannot, its files are bundled first. Its dependencies are
 * not bundled, so that the bench measures what they deploy.
 *
 * @throws the error of the module, or of its bundling
 */
export async function importOwn(path: string): Promise<object> {
  if (!existsSync(path)) return import(pathToFileURL(path).href);
  if (statSync(path).isDirectory()) throw new Error('it is a folder; name a file in it');
  const file = realpathSync(path); // Node.js names a module by its real path, and not by a link
  if (madeBefore(file) !== undefined || isTakenForCommonJs(file)) return bundled(file);
  serveStripped();
  try {
    return await import(pathToFileURL(file).href);
  } catch (error) {
    if (needsBundling(error)) return bundled(file);
    throw error;
  }
}

/** esbuild is loaded only for files that need it. */
const bundled = async (file: string) => (await import('./import-bundled.ts')).importBundled(file);

/**
 * Returns true for a module in a package of CommonJS, as `npm init` makes it: Node.js would fail, and warn before that.
 */
function isTakenForCommonJs(file: string): boolean {
  // Bun detects the format by the code, and lacks this function.
  if (!/\.[jt]s$/.test(file) || !modules.findPackageJSON) return false;
  const manifest = modules.findPackageJSON(pathToFileURL(file));
  // It returns the file itself if no folder above has a package.json.
  if (manifest === undefined || basename(manifest) !== 'package.json') return false;
  if (JSON.parse(readFileSync(manifest, 'utf8')).type !== 'commonjs') return false;
  return /^\s*(?:import\s*[\w{*'"]|export\s)/m.test(readFileSync(file, 'utf8'));
}
