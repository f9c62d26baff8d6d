/** The cost of owning a strategy, counted from the script that its command names. */
export type CodeFacts = {
  /** Lines that are neither blank nor comment, of all files of this repository that the script leads to. */
  readonly lines: number;
  /**
   * Earlier runs have two figures: `lines` of the contestant's own `files`, and this one with the files of other
   * packages.
   */
  readonly files?: number;
  readonly linesWithShared?: number;
  /** Packages that it installs itself, outside of this workspace. */
  readonly directDependencies: number;
  /**
   * All packages that it needs, and that its imports from this repository need, at any depth; without the optional
   * ones.
   */
  readonly allDependencies: number;
};

/** A contestant that the user asked for and that could not take part, and why. */
export type MissingContestant = { readonly contestant: string; readonly reason: string };
