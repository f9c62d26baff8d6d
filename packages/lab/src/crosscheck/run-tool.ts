import { execFile } from 'node:child_process';
import { knownEnvironment } from '@cpu-bound/measure/host/known-environment';
import { onPath } from '@cpu-bound/measure/host/run';
import type { Reading, Tool, ToolLoad } from './tools.ts';

/** A tool, and the file of its program. */
export type InstalledTool = { readonly tool: Tool; readonly program: string };

/** Every tool starts, waits for its last answers and sums up within this time. */
const GRACE_MS = 60_000;

/** Finds the tools that are on the PATH. */
export async function findInstalled(tools: readonly Tool[]): Promise<InstalledTool[]> {
  const found = await Promise.all(tools.map(async (tool) => ({ tool, program: await onPath(tool.id) })));
  return found.flatMap(({ tool, program }) => (program === undefined ? [] : [{ tool, program }]));
}

/** Runs a tool once. @throws Error naming the tool, with the last line that it printed */
export async function runTool(
  { tool, program }: InstalledTool,
  load: ToolLoad,
  signal: AbortSignal,
): Promise<Reading> {
  try {
    return tool.parse(await outputOf(program, tool.call(load), load, signal));
  } catch (error) {
    signal.throwIfAborted();
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`${tool.id}: ${(stderr.trim() || message).split('\n').at(-1)}`);
  }
}

/** Runs a program. @returns its standard output @throws with its `stderr` if it fails */
const outputOf = (
  program: string,
  { args, script }: ReturnType<Tool['call']>,
  { seconds }: ToolLoad,
  signal: AbortSignal,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      program,
      args,
      {
        timeout: seconds * 1000 + GRACE_MS,
        killSignal: 'SIGKILL',
        env: knownEnvironment(), // it has no proxy
        signal,
      },
      (error, stdout, stderr) => (error ? reject(Object.assign(error, { stderr })) : resolve(stdout)),
    );
    child.stdin?.on('error', () => {}); // the program may end before it has read its script
    child.stdin?.end(script);
  });
