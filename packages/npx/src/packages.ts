import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXCLUDED, root } from './contents.ts';

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
