import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const STRATEGIES = ['single', 'cluster', 'threads', 'queue'] as const;
export type Strategy = (typeof STRATEGIES)[number];
export type Language = 'ts' | 'js';

/** What a service consists of, whatever function it computes. */
export type Parts = {
  /** Sources, tests and the build script by their paths in the service. */
  readonly files: Readonly<Record<string, string>>;
  /** What the sources import, at the versions that are measured. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** What builds the service, and the types of its dependencies. */
  readonly devDependencies: Readonly<Record<string, string>>;
  /** The manifest of the strategy. */
  readonly contestant: Readonly<Record<string, unknown>>;
};

/** Where the package for npx has them: without the sources' types, which they are made from. */
export const partsFile = (strategy: Strategy, language: Language): string =>
  `packages/scaffold/parts/${strategy}.${language}.json`;

/** @param top the folder of `packages/` */
export async function partsOf(top: string, strategy: Strategy, language: Language): Promise<Parts> {
  const made = join(top, partsFile(strategy, language));
  if (existsSync(made)) return JSON.parse(await readFile(made, 'utf8'));
  return (await import('./from-sources.ts')).partsFromSources(top, strategy, language);
}
