/** Counts the octets of JSON up to `enough`, without making it: 300 MiB of text can end a process. */
export function leastJsonBytes(value: unknown, enough: number): number {
  let bytes = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && bytes <= enough) {
    const next = waiting.pop();
    if (typeof next === 'string') bytes += next.length;
    else if (ArrayBuffer.isView(next)) bytes += next.byteLength;
    else if (Array.isArray(next)) {
      bytes += 2 * next.length; // a comma and a digit each
      if (bytes <= enough) for (const item of next) waiting.push(item);
    } else if (typeof next === 'object' && next !== null) {
      for (const name of Object.keys(next)) {
        bytes += name.length + 5;
        waiting.push(next[name as keyof typeof next]);
      }
    }
  }
  return bytes;
}
