/** The routes that every service already has. */
export const reserved: ReadonlySet<string> = new Set(['hello', 'healthz', 'readyz', 'metrics', 'jobs']);

/** Makes a route of the name of a file or a function: lower-case letters, digits and dashes, with a letter first. */
export function routeOf(name: string): string {
  const route =
    name
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^[^a-z]+|-+$/g, '') || 'mine';
  return reserved.has(route) ? `my-${route}` : route;
}
