/** Seconds and milliseconds of wall time. The type checker refuses to mix them, though a plain number can be either. */
export type Seconds = number & { readonly unit?: 's' };
export type Milliseconds = number & { readonly unit?: 'ms' };
