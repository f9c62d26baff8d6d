import { BenchError } from '@cpu-bound/measure/model/errors';
import type { FunctionFiles } from './function-files.ts';
import { type Parts, SPECIFIER } from './parts/contract.ts';

/** Packages that others of the service import by their own name, so that no other name can stand for them. */
const PEERS: Readonly<Record<string, string>> = { ioredis: 'bullmq' };

/**
 * Gives the function the versions of its packages that it was measured with. If the sources of the service need another
 * version of one, they import it by another name: `zod` is the function's, and `service-zod` their own.
 *
 * @throws BenchError for a package that has only one name
 */
export function withVersionsOf(
  parts: Parts,
  { dependencies: installed }: Pick<FunctionFiles, 'dependencies'>,
): Parts {
  const isOther = ([name, version]: readonly [string, string]) =>
    !['*', version].includes(installed[name] ?? '*');
  const needed = Object.entries(parts.dependencies);
  const renamed = new Map(
    needed.filter(isOther).map(([name]) => [name, `service-${name.replace(/^@/, '').replace('/', '-')}`]),
  );
  const problems = [...renamed.keys()].flatMap((name) => {
    const by = PEERS[name];
    return by !== undefined && by in parts.dependencies
      ? [
          `--workload: your function imports ${name} ${installed[name]}, and ${by} of this strategy needs ${name} ${parts.dependencies[name]}; accepted: that version in your project, or another strategy`,
        ]
      : [];
  });
  if (problems.length > 0) throw new BenchError('USAGE', problems);
  const withNames = (text: string) =>
    text.replace(SPECIFIER, (specifier) => renamed.get(specifier) ?? specifier);
  const named = needed.map(([name, version]) => {
    const other = renamed.get(name);
    return other === undefined ? [name, version] : [other, `npm:${name}@${version}`];
  });
  const ofFunction = Object.entries(installed).filter(
    ([name, version]) => version !== '*' || !(name in parts.dependencies),
  );
  const dependencies = Object.fromEntries([...named, ...ofFunction].sort());
  return {
    ...parts,
    files: Object.fromEntries(
      Object.entries(parts.files).map(([place, text]) => [place, renamed.size > 0 ? withNames(text) : text]),
    ),
    dependencies,
    devDependencies: Object.fromEntries(
      Object.entries(parts.devDependencies).filter(([name]) => !(name in dependencies)),
    ),
  };
}
