/** Routes that every service has already. */
export const reserved: ReadonlySet<string> = new Set(['hello', 'healthz', 'readyz', 'metrics', 'jobs']);

/** A route name of what a file or a function is called: lower-case letters, digits and dashes, a letter first. */
export function routeOf(name: string): string {
  const route =
    name
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^[^a-z]+|-+$/g, '') || 'mine';
  return reserved.has(route) ? `my-${route}` : route;
}
