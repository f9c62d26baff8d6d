import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LEFT_OUT, root } from './contents.ts';

type Command = readonly string[];
type Contestant = {
  readonly command: Command;
  readonly variants?: Readonly<Record<string, { readonly command?: Command }>>;
};

/** A package.json of the workspace, as far as it matters here. */
export type Manifest = {
  readonly name?: string;
  readonly version: string;
  readonly type?: string;
  readonly exports?: string | Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly contestant?: Contestant;
};

/** A folder with a package.json: packages, and the contestants that are no more than a manifest. */
export type Package = { readonly folder: string; readonly manifest: Manifest };

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/** All that the package consists of. */
export const packages: readonly Package[] = globSync('packages/{*,peers/*,planted/*}/package.json', {
  cwd: root,
})
  .map((file) => dirname(file).replaceAll('\\', '/'))
  .filter((folder) => !LEFT_OUT.includes(folder))
  .toSorted()
  .map((folder) => ({ folder, manifest: readManifest(folder) }));

/** `@cpu-bound/study/format` → packages/study/src/format.ts. Undefined for packages from outside. */
export function moduleNamed(specifier: string): string | undefined {
  const [, name, path = ''] = /^(@[^/]+\/[^/]+)(\/.*)?$/.exec(specifier) ?? [];
  const found = packages.find(({ manifest }) => manifest.name === name);
  if (name === undefined || !found) return undefined;
  const { exports = {} } = found.manifest;
  const whole = typeof exports === 'string' ? { '.': exports } : exports;
  const target = whole[`.${path}`];
  if (target === undefined) throw new Error(`${specifier}: ${found.folder} exports no such module`);
  return join(found.folder, target);
}
