/** Seconds and milliseconds of wall time. The type checker refuses to mix them, though a plain number can be either. */
export type Seconds = number & { readonly unit?: 's' };
export type Milliseconds = number & { readonly unit?: 'ms' };

/** `27 %` */
export const inPercent = (fraction: number): string => `${Math.round(fraction * 100)} %`;
