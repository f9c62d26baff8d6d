import { access, constants, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { BenchError, isOutOf, messageOf } from '../model/errors.ts';
import { variable } from './known-environment.ts';

/** A way to get what contestants need. `start` throws an error that says why it does not work here. */
export type Source<T> = {
  readonly id: string;
  start(): Promise<T>;
};

/** A program or server that contestants need and the bench has found. */
export type Provision = {
  /** The name of the need in manifests. */
  readonly need: string;
  readonly version: string;
  readonly source: string;
  /** The process, if the bench started one. Its usage counts for the service that needs it. */
  readonly pid?: number;
  /** Variables for the environment of the service that needs it. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

export type ProvisionSource = Source<Pick<Provision, 'version' | 'pid' | 'env' | 'stop'>>;

/** This machine lacks what a source needs, such as a program. Any other error of a source is a fault. */
export class Lacking extends Error {
  override readonly name = 'Lacking';
}

/** No source works. The message has a line for each source, with the reason. */
export class NothingStarts extends Error {
  override readonly name = 'NothingStarts';
}

/** @param onTry reports each source before it is tried, since some take a while @throws NothingStarts */
export async function firstThatStarts<T>(
  sources: readonly Source<T>[],
  onTry: (source: string) => void = () => {},
): Promise<T & { readonly source: string }> {
  const tried: string[] = [];
  for (const source of sources) {
    onTry(source.id);
    try {
      return { ...(await source.start()), source: source.id };
    } catch (error) {
      if (isOutOf(error) || error instanceof BenchError) throw error;
      const [line] = messageOf(error).split('\n');
      tried.push(`  ${source.id}: ${line}`);
    }
  }
  throw new NothingStarts(tried.join('\n'));
}

/** Names the folder for fetched programs and packages, per user and between runs, so that each is fetched once. */
export const cacheFolder = (): string =>
  join(variable('XDG_CACHE_HOME') ?? join(homedir(), '.cache'), 'cpu-bound-bench');

/** Makes a folder in the cache. @throws an error that names the variable for another cache if this one is read-only */
export async function makeInCache(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    if (isOutOf(error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `${cacheFolder()} cannot be written (${code}); set XDG_CACHE_HOME to a folder that can be written`,
    );
  }
}
