/** Matches the specifiers that a formatted file imports or starts. */
export const SPECIFIER = /(?<=\b(?:from|import|import\(|new URL\()\s?')[^']+(?=')/g;

export const STRATEGIES = ['single', 'cluster', 'threads', 'queue'] as const;
export type Strategy = (typeof STRATEGIES)[number];
/** The frameworks of the apps that a strategy can be written into. */
export const FRAMEWORKS = ['express', 'fastify', 'node'] as const;
export type Framework = (typeof FRAMEWORKS)[number];
export type Language = 'ts' | 'js';
/** A complete service, or the strategy alone for an existing app. */
export const FORMS = ['service', 'into'] as const;
export type Form = (typeof FORMS)[number];

/** The written parts that do not depend on the function. */
export type Parts = {
  /** Sources, tests and the build script by their paths in the folder. */
  readonly files: Readonly<Record<string, string>>;
  /** The packages that the sources import, at the measured versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** The packages that build and test it, and the types of its dependencies. */
  readonly devDependencies: Readonly<Record<string, string>>;
  /** The manifest of the strategy. */
  readonly contestant: Readonly<Record<string, unknown>>;
  /** The manifests of the strategy, as the project deploys it, by their paths in `kubernetes/`. */
  readonly kubernetes: Readonly<Record<string, string>>;
};
