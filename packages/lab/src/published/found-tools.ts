import { run } from '@cpu-bound/measure/host/run';
import { type InstalledTool, programOf } from '../crosscheck/run-tool.ts';
import { tools } from '../crosscheck/tools.ts';
import type { Call } from './comparisons.ts';

type Program = InstalledTool['program'];

/** A tool that is installed here, and its version. */
export type FoundTool = { readonly program: Program; readonly version: string };

/** Finds the tools that are installed here, by name. */
export async function findTools(
  names: readonly Call['tool'][],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, FoundTool>> {
  const entries = await Promise.all(
    names.map(async (id) => {
      const program = await programOf(tools.find((tool) => tool.id === id) ?? { id });
      if (!program) return [];
      return [[id, { program, version: await versionOf(id, program, signal) }] as const];
    }),
  );
  return new Map(entries.flat());
}

/** ab has a flag of its own for its version, and k6 has a command. */
const VERSION_ARGUMENT: Readonly<Record<string, string>> = { ab: '-V', k6: 'version' };

/** Reads the version of a tool; siege prints it to stderr. */
async function versionOf(id: string, [command, ...before]: Program, signal: AbortSignal): Promise<string> {
  const { stdout, stderr } = await run(command, [...before, VERSION_ARGUMENT[id] ?? '--version'], { signal });
  return /\d+(?:\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? 'unknown';
}
