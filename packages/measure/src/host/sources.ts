import { BenchError, messageOf } from '../model/errors.ts';
import { isOutOf } from '../model/system-error.ts';

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
