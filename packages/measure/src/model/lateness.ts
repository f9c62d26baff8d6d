/** Lateness of the generator widens an interval; beyond both of these limits no figure is left. */
const LATE_SHARE = 0.1;
const LATE_MS = 0.5;

/**
 * Tells whether a percentile counted from the due time and from the send time (ms) are too far apart to be one
 * number.
 */
export const tooLate = (fromDue: number, fromSent: number): boolean =>
  fromDue - fromSent > LATE_SHARE * fromDue && fromDue - fromSent > LATE_MS;
