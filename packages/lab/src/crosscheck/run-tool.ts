import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { knownEnvironment } from '@cpu-bound/measure/host/known-environment';
import { onPath } from '@cpu-bound/measure/host/on-path';
import type { Milliseconds } from '@cpu-bound/study/model';
import type { Reading, Tool, ToolLoad } from './tools.ts';

/** An installed tool: its program, and the arguments before those of a load. */
export type InstalledTool = { readonly tool: Tool; readonly program: readonly [string, ...string[]] };

/** Every tool starts, waits for its last answers and sums up within this time. */
const GRACE_MS = 60_000;
const MOST_OUTPUT = 64 * 2 ** 20;

/** Finds the tools that are installed. */
export async function findInstalled(tools: readonly Tool[]): Promise<InstalledTool[]> {
  const installed = await Promise.all(
    tools.map(async (tool) => {
      const program = await programOf(tool);
      return program && { tool, program };
    }),
  );
  return installed.filter((tool) => tool !== undefined);
}

/** Finds the program of a tool, and the arguments before its own. @returns undefined if it is not installed */
export async function programOf({
  id,
  file,
}: Pick<Tool, 'id' | 'file'>): Promise<InstalledTool['program'] | undefined> {
  if (!file) {
    const program = await onPath(id);
    return program === undefined ? undefined : [program];
  }
  try {
    return [process.execPath, fileURLToPath(file())];
  } catch {
    return undefined; // the package for npx lacks some of the tools
  }
}

/** Tells whether a tool can send this load. */
export const canSend = ({ tool }: InstalledTool, load: ToolLoad): boolean => tool.call(load) !== undefined;

/** Runs a tool once. @throws Error naming the tool, with the last line that it printed */
export async function runTool(
  { tool, program }: InstalledTool,
  load: ToolLoad,
  signal: AbortSignal,
): Promise<Reading> {
  const call = { id: tool.id, program, withinMs: load.seconds * 1000 + GRACE_MS, ...tool.call(load) };
  const output = await outputOf(call, signal);
  try {
    return tool.parse(output);
  } catch (error) {
    throw new Error(`${tool.id}: ${(error as Error).message}`);
  }
}

type ProgramCall = {
  readonly id: string;
  readonly program: InstalledTool['program'];
  readonly args?: readonly string[];
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly withinMs: Milliseconds;
};

/**
 * Runs a program.
 *
 * @returns its standard output
 * @throws Error naming the program, with the last line of its errors
 */
export async function outputOf(
  { id, program, args = [], input = '', env = {}, withinMs }: ProgramCall,
  signal: AbortSignal,
): Promise<string> {
  const [command, ...before] = program;
  try {
    return await new Promise((resolve, reject) => {
      const child = execFile(
        command,
        [...before, ...args],
        {
          timeout: withinMs,
          killSignal: 'SIGKILL',
          maxBuffer: MOST_OUTPUT,
          env: { ...knownEnvironment(), ...env }, // the known environment has no proxy
          signal,
        },
        (error, stdout, stderr) => (error ? reject(Object.assign(error, { stderr })) : resolve(stdout)),
      );
      child.stdin?.on('error', () => {}); // the program may end before it has read its input
      child.stdin?.end(input);
    });
  } catch (error) {
    signal.throwIfAborted();
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`${id}: ${stderr.trim().split('\n').at(-1) || message}`);
  }
}
