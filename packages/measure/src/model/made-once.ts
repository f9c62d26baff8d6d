/** Gets the value of a key, and makes it at its first use, as `Map.getOrInsertComputed` of Node.js 26 does. */
export function madeOnce<Key, Value extends {}>(made: Map<Key, Value>, key: Key, make: () => Value): Value {
  const before = made.get(key);
  if (before !== undefined) return before;
  const value = make();
  made.set(key, value);
  return value;
}
