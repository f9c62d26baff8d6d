/** The cost of owning a strategy, counted from the script that its command names. */
export type CodeFacts = {
  /**
   * Lines that are neither blank nor comment nor import, of all files of this repository to which the script leads, without the
   * function and its loading, which older runs count.
   */
  readonly lines: number;
  /** Packages from outside of this workspace that these files import; in older runs, those of its own files. */
  readonly directDependencies: number;
  /** All packages that are installed for these, at any depth, as `npm ls` lists them. */
  readonly allDependencies: number;
};

/** A requested contestant that could not take part, with the reason. */
export type MissingContestant = { readonly contestant: string; readonly reason: string };
