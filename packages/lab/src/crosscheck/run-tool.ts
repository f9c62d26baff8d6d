import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Seconds } from '@cpu-bound/study/model';
import type { Reader } from './rounds.ts';
import {
  type Invocation,
  type Program,
  type Reading,
  type Tool,
  ToolFailed,
  type ToolLoad,
  type ToolRateLoad,
} from './tool.ts';

const run = promisify(execFile);

/** A tool that was found here, and what it says its version is. */
export type InstalledTool = { readonly tool: Tool; readonly program: Program; readonly version: string };

/** Longer than any tool needs to start, to wait for its last answers and to sum up. */
const GRACE_MS = 60_000;
const VERSION_WITHIN_MS = 10_000;
const MOST_OUTPUT = 64 * 2 ** 20;

/** Those of the tools that are installed, each asked for its version. */
export async function findInstalled(tools: readonly Tool[]): Promise<InstalledTool[]> {
  const found = await Promise.all(
    tools.map(async (tool) => {
      const program = await tool.find();
      return program && { tool, program, version: await versionOf(tool, program) };
    }),
  );
  return found.filter((one) => one !== undefined);
}

/** Some print it as an error, or end with one. */
async function versionOf({ version }: Tool, { command, args = [] }: Program): Promise<string> {
  const { stdout, stderr } = await run(command, [...args, ...version], {
    env: { ...process.env, HOME: tmpdir() },
    timeout: VERSION_WITHIN_MS,
  }).catch((error: { stdout?: string; stderr?: string }) => error);
  return /\d+\.\d+(?:\.\d+)?/.exec(`${stdout}${stderr}`)?.[0] ?? 'of unknown version';
}

/**
 * Runs a tool once, its files in a folder that ends with it.
 *
 * @throws ToolFailed naming the tool, with the last line that it printed
 */
export async function runTool(
  { tool, program }: InstalledTool,
  invocation: Invocation,
  seconds: Seconds,
  signal: AbortSignal,
): Promise<Reading> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-crosscheck-'));
  const placed = (text: string) => text.replaceAll('{folder}', folder);
  const env = Object.entries(invocation.env ?? {}).map(([name, value]) => [name, placed(value)]);
  try {
    for (const [name, text] of Object.entries(invocation.files ?? {}))
      await writeFile(join(folder, name), text);
    const { stdout } = await run(program.command, [...(program.args ?? []), ...invocation.args].map(placed), {
      env: { ...process.env, ...Object.fromEntries(env) },
      timeout: seconds * 1000 + GRACE_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MOST_OUTPUT,
      signal,
    });
    return tool.parse(stdout);
  } catch (error) {
    signal.throwIfAborted();
    const { stderr = '', message } = error as Error & { stderr?: string };
    const [last = message] = stderr.trim().split('\n').slice(-1);
    throw new ToolFailed(`${tool.id}: ${last || message}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The installed tools as readers of a load, without those that cannot send it. */
export const toolReaders = (
  installed: readonly InstalledTool[],
  load: ToolLoad | ToolRateLoad,
  signal: AbortSignal,
): Reader[] =>
  installed.flatMap((one) => {
    const { id, closed, open } = one.tool;
    const invocation = 'perSecond' in load ? open?.(load) : closed(load);
    return invocation ? [{ id, read: () => runTool(one, invocation, load.seconds, signal) }] : [];
  });
