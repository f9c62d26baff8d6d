import type { Manifest } from '../model.ts';

/** The facts by which a run may answer less than an older one. */
type Facts = Pick<Manifest, 'profile' | 'scenarios'> & { readonly interrupted: boolean };

/** The reasons to prefer an older run, the weakest first: one outweighs all before it. */
export const SHORTCOMINGS = ['one question', 'interrupted', 'smoke'] as const;
export type Shortcoming = (typeof SHORTCOMINGS)[number];

/**
 * Lists what a run lacks to stand for a study. A command that names no folder reads the newest run that lacks least, so
 * a command on a page of such a run names its folder.
 */
export const shortcomingsOf = ({ profile, scenarios, interrupted }: Facts): Shortcoming[] =>
  SHORTCOMINGS.filter(
    (shortcoming) =>
      ({ 'one question': scenarios.length === 1, interrupted, smoke: profile === 'smoke' })[shortcoming],
  );
