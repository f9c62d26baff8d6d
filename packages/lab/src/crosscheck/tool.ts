import { onPath } from '@cpu-bound/measure/host/on-path';
import type { Milliseconds, Seconds } from '@cpu-bound/study/model';

/** What a tool says of a load: of whole windows, its own beginning and end included. */
export type Reading = {
  /** Answers per second that it counts as good. */
  readonly perSecond: number;
  readonly p50?: Milliseconds;
  readonly p99?: Milliseconds;
  /** Requests that it counts as failed. */
  readonly failures: number;
};

/** So many connections, each sending its next request when it has its answer. */
export type ToolLoad = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: Seconds;
};

/** Sends requests at a constant rate, whether or not they are answered. */
export type ToolRateLoad = ToolLoad & { readonly perSecond: number };

/** How a tool is called; `{folder}` in an argument is where its files are. */
export type Invocation = {
  readonly args: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
};

export type Program = {
  readonly command: string;
  /** Before the arguments of a load. */
  readonly args?: readonly string[];
};

/** A load generator that others use, by its command line. */
export type Tool = {
  readonly id: string;
  /** How to get it, where it is not there. */
  readonly get: string;
  /** What its figures of a closed loop are made of, for where they differ from ours. */
  readonly counts: string;
  /** And those of an open one. */
  readonly countsAtRate?: string;
  /** Undefined where it is not installed. */
  find(): Promise<Program | undefined>;
  /** Asks for its version; what it prints is searched for a number. */
  readonly version: readonly string[];
  closed(load: ToolLoad): Invocation;
  /** Absent where it cannot send at a rate of its own. */
  open?(load: ToolRateLoad): Invocation;
  /** @throws SyntaxError or Unreadable where the output is not what this version is known to print */
  parse(output: string): Reading;
};

/** A tool that is a program of its own, where a shell would find it. */
export async function programOnPath(name: string): Promise<Program | undefined> {
  const command = await onPath(name);
  return command === undefined ? undefined : { command };
}

/** A tool failed, or printed what it is not known to print. */
export class ToolFailed extends Error {
  override readonly name = 'ToolFailed';
}

/** A tool printed something else than was expected. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** The number after a pattern's first group. @throws Unreadable where it is not there */
export function numberIn(output: string, pattern: RegExp): number {
  const found = Number(pattern.exec(output)?.[1]);
  if (!Number.isFinite(found)) throw new Unreadable(`no ${pattern.source} in its output`);
  return found;
}

/** The same; undefined where it is not there. */
export function optionalNumber(output: string, pattern: RegExp): number | undefined {
  const text = pattern.exec(output)?.[1];
  return text === undefined ? undefined : Number(text);
}
