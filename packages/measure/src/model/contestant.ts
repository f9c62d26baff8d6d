/** The cost of owning a strategy, counted from the script that its command names. */
export type CodeFacts = {
  /** Lines that are neither blank nor comment, of all files of this repository to which the script leads. */
  readonly lines: number;
  /**
   * Earlier runs have two figures: `lines` of the contestant's own `files`, and this one with the files of other
   * packages.
   */
  readonly files?: number;
  readonly linesWithShared?: number;
  /** Packages that the contestant itself installs from outside of this workspace. */
  readonly directDependencies: number;
  /**
   * All packages that the contestant and its imports from this repository need, at any depth, without the optional
   * ones.
   */
  readonly allDependencies: number;
};

/** A requested contestant that could not take part, with the reason. */
export type MissingContestant = { readonly contestant: string; readonly reason: string };
