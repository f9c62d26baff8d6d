/**
 * Seconds and milliseconds of wall time. The two cannot be taken for one another, though a plain number is either;
 * the mark exists for the type checker alone.
 */
export type Seconds = number & { readonly unit?: 's' };
export type Milliseconds = number & { readonly unit?: 'ms' };
