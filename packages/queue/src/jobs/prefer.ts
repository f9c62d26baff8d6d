/** `wait=10` among the preferences of a request (RFC 7240, §4.3); a token or a quoted string. */
const WAIT = /(?:^|,)\s*wait\s*=\s*(?:(\d{1,9})|"(\d{1,9})")\s*(?:[,;]|$)/i;

/**
 * How many seconds a client prefers to wait, or undefined where it does not say.
 *
 * @param most no client waits longer
 */
export function preferredWait(header: string | undefined, most: number): number | undefined {
  const [, token, quoted] = WAIT.exec(header ?? '') ?? [];
  const seconds = token ?? quoted;
  return seconds === undefined ? undefined : Math.min(Number(seconds), Math.floor(most));
}
