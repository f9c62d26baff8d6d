/** What a strategy adds to a service, counted from the script that its command names. */
export type CodeFacts = {
  /** Lines in its folder that are neither blank nor comment, of the files that the script leads to. */
  readonly lines: number;
  readonly files: number;
  /** Those, and the ones of this repository's packages that it imports. */
  readonly linesWithShared: number;
  /** Packages that it installs itself, outside of this workspace. */
  readonly directDependencies: number;
  /** Those, the ones of what it imports from this repository, and all that they need, without the optional ones. */
  readonly allDependencies: number;
};

/** A contestant that was asked for and could not take part, and why. */
export type MissingContestant = { readonly contestant: string; readonly reason: string };
