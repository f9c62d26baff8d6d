/** Removes from a text its imports, which differ, and spaces and commas, which a formatter moves. */
export const substance = (text: string): string =>
  text
    .replaceAll(/^(?:import|export)\b[^;]*?\bfrom '[^']*';|^import '[^']*';/gm, '')
    .replaceAll(/import\('[^']*'\)/g, 'import()')
    .replaceAll(/new URL\('[^']*'/g, 'new URL(')
    .replaceAll(/[\s,]/g, '');

/** Finds the source of a written file. */
export function originOf(file: string, strategy: string): string {
  const [, owner = '', path = ''] = /^src\/(?:(service|workload)\/)?(.*)$/.exec(file) ?? [];
  if (owner === 'workload') return `packages/workload/src/${path === 'call.ts' ? 'own/call.ts' : path}`;
  return `packages/${owner || strategy}/src/${path}`;
}
