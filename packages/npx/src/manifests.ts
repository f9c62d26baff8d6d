import { OLDEST_NODE } from '@cpu-bound/measure/contestants/runtimes';
import { asBuilt } from '@cpu-bound/measure/host/javascript';
import { type Manifest, NAME, NOT_INSTALLED, type Package, packages, readManifest } from './packages.ts';

/** Builds the package.json of a member, a package inside the published one: the dependencies, and the contestant. */
export function memberManifest({ manifest }: Package): object {
  const { version, type, contestant } = manifest;
  const member = { private: true, version, type, dependencies: Object.fromEntries(outsideOf(manifest)) };
  if (!contestant) return member;
  const { command, variants = {}, ...rest } = contestant;
  return {
    ...member,
    contestant: {
      ...rest,
      command: command.map(asBuilt),
      variants: Object.fromEntries(
        Object.entries(variants).map(([id, variant]) => [
          id,
          { ...variant, command: variant.command?.map(asBuilt) },
        ]),
      ),
    },
  };
}

/** Builds the published package.json. npm gives provenance to a package that names its repository. */
export function packageManifest({ GITHUB_SERVER_URL, GITHUB_REPOSITORY }: NodeJS.ProcessEnv): object {
  const { version, description, license, dependencies } = readManifest('.') as Manifest & {
    readonly description: string;
    readonly license: string;
  };
  return {
    name: NAME,
    version,
    description,
    license,
    keywords: ['benchmark', 'cpu-bound', 'cluster', 'worker-threads', 'job-queue', 'http'],
    ...(GITHUB_REPOSITORY && {
      repository: { type: 'git', url: `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git` },
    }),
    type: 'module',
    bin: { [NAME]: 'bin.js' },
    exports: { './package.json': './package.json' },
    engines: { node: `>=${OLDEST_NODE}` },
    // On an older one, bin.js has npm fetch a newer one.
    runtime: { oldest: OLDEST_NODE, fetched: dependencies?.node },
    dependencies: dependenciesOf(packages),
  };
}

/** Collects the external dependencies of all packages. @throws Error if two have different versions of one */
function dependenciesOf(members: readonly Package[]): Record<string, string> {
  const versions: Record<string, string> = {};
  for (const { folder, manifest } of members)
    for (const [name, version] of outsideOf(manifest)) {
      if (NOT_INSTALLED.includes(name)) continue;
      const before = versions[name] ?? version;
      if (before !== version)
        throw new Error(`${folder}: ${name} ${version}, where another package has ${before}`);
      versions[name] = version;
    }
  return Object.fromEntries(Object.entries(versions).sort());
}

/** Lists the dependencies that are no member of the package, with their versions. */
const outsideOf = ({ dependencies = {} }: Manifest): [name: string, version: string][] =>
  Object.entries(dependencies).filter(([, version]) => !version.startsWith('workspace:'));
