import type { Offered } from './open-specs.ts';
import type { Target } from './target.ts';

/** What a window is measured on. */
export type Measured = Omit<Offered, 'origin'> & {
  /** Of which it is a window: several blocks of a round may have the same. */
  readonly block: string;
  readonly target: Target;
  /** The marks of the services that are up beside it. */
  readonly beside: readonly string[];
};
