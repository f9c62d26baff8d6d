import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { asBuilt, javascript } from '@cpu-bound/measure/host/javascript';

/** The top folder of the repository. */
export const root = resolve(import.meta.dirname, '../../..');

/** The name of the published package, and its command. */
export const NAME = 'cpu-bound-bench';
export const COMMAND = `npx ${NAME}`;

/** The folders of packages that the published package excludes, each for the reason beside it. */
export const EXCLUDED: readonly string[] = [
  'packages/npx', // builds the package, from a clone
  'packages/conformance', // tests
  'packages/peers/pm2', // would install a hundred packages for one contestant
  'packages/peers/watt', // reads its own sources, which a bundle lacks
  'packages/peers/queue-pg-boss', // would install 3 MB for one contestant
];

/** The dependencies that only a clone uses: the package has what `scaffold` writes already formatted. */
export const NOT_INSTALLED: readonly string[] = ['prettier'];

type Command = readonly string[];
type Contestant = {
  readonly command: Command;
  readonly variants?: Readonly<Record<string, { readonly command?: Command }>>;
};

/** The fields of a package.json of the workspace that the build reads. */
export type Manifest = {
  readonly name?: string;
  readonly version: string;
  readonly type?: string;
  readonly exports?: string | Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly contestant?: Contestant;
};

/** A folder with a package.json: a package, or a contestant that is only a manifest. */
export type Package = { readonly folder: string; readonly manifest: Manifest };

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/** The packages that the published package contains. */
export const packages: readonly Package[] = globSync('packages/{*,peers/*,planted/*}/package.json', {
  cwd: root,
})
  .map((file) => dirname(file).replaceAll('\\', '/'))
  .filter((folder) => !EXCLUDED.includes(folder))
  .toSorted()
  .map((folder) => ({ folder, manifest: readManifest(folder) }));

/** Resolves `@cpu-bound/study/format` to packages/study/src/format.ts; undefined for external packages. */
export function moduleNamed(specifier: string): string | undefined {
  const [, name, path = ''] = /^(@[^/]+\/[^/]+)(\/.*)?$/.exec(specifier) ?? [];
  const member = packages.find(({ manifest }) => manifest.name === name);
  if (name === undefined || !member) return undefined;
  const { exports = {} } = member.manifest;
  const entries = typeof exports === 'string' ? { '.': exports } : exports;
  const target = entries[`.${path}`];
  if (target === undefined) throw new Error(`${specifier}: ${member.folder} exports no such module`);
  return join(member.folder, target);
}

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
