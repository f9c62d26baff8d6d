import { existsSync } from 'node:fs';
import type { Runtime } from '../../contestants/runtimes.ts';
import type { Guard } from '../guard.ts';
import { fetchNpmPackages, npmFolder } from '../npm-package.ts';
import { reasonOf, run } from '../run.ts';
import type { ProvisionSource } from '../sources.ts';
import { nodeOnPath } from './node-on-path.ts';
import { placeOf, useOwnNode } from './place.ts';

const ANSWER_WITHIN_MS = 20_000;

/**
 * The reader's own Node.js comes first, if it is of that version, and an earlier download before the npm registry.
 *
 * @param print reports a download, which takes a while
 */
export function runtimeSources(
  runtime: Runtime,
  guard: Guard,
  print: (line: string) => void,
): ProvisionSource[] {
  const own = runtime.program === 'node' ? [ownNode(runtime)] : [];
  const place = placeOf(runtime);
  if (!place) return [...own, { id: 'npm', start: hasNoPackage }];
  const { packages, program } = place;
  const id = `npm's ${packages[0].slice(0, packages[0].lastIndexOf('@'))}`;
  return [
    ...own,
    {
      id,
      async start() {
        if (!existsSync(program)) throw new Error('not fetched yet');
        return started(runtime, program);
      },
    },
    {
      id,
      async start() {
        const { release, megabytes } = runtime;
        print(`npm fetches ${release} once: ${megabytes} MB, into ${npmFolder(packages)}`);
        // If the program exists, the first source has found that it does not run.
        await fetchNpmPackages(packages, guard, existsSync(program));
        return started(runtime, program);
      },
    },
  ];
}

const ownNode = (runtime: Runtime): ProvisionSource => ({
  id: 'the Node.js on the PATH',
  async start() {
    const own = await nodeOnPath();
    if (own?.version !== runtime.version) throw new Error(own ? `is ${own.version}` : 'there is none');
    const provision = await started(runtime, own.program);
    useOwnNode(own.version, own.program);
    return provision;
  },
});

const hasNoPackage = () =>
  Promise.reject(new Error(`it has no package for ${process.platform} ${process.arch}`));

/** @throws if it does not run here, as on an old processor or C library, or is another version */
async function started({ release, version }: Runtime, program: string) {
  const { stdout } = await run(program, ['--version'], { timeout: ANSWER_WITHIN_MS }).catch((error) => {
    throw new Error(`does not run on this machine: ${reasonOf(error)}`);
  });
  const printed = /\d+\.\d+\.\d+/.exec(stdout)?.[0];
  if (printed !== version) throw new Error(`${program} is ${printed ?? 'of no version'}, and not ${release}`);
  return { version, env: {}, stop: async () => {} };
}
