/** A text without its imports, whose names and order differ, and without spaces and commas, which a formatter moves. */
export const substance = (text: string): string =>
  text
    .replaceAll(/^(?:import|export)\b[^;]*?\bfrom '[^']*';|^import '[^']*';/gm, '')
    .replaceAll(/import\('[^']*'\)/g, 'import()')
    .replaceAll(/new URL\('[^']*'/g, 'new URL(')
    .replaceAll(/[\s,]/g, '');

/** Where a file of what is written comes from. */
export function originOf(file: string, strategy: string): string {
  const [, owner = '', path = ''] = /^src\/(?:(service|workload)\/)?(.*)$/.exec(file) ?? [];
  if (owner === 'workload') return `packages/workload/src/${path === 'call.ts' ? 'own/call.ts' : path}`;
  return `packages/${owner || strategy}/src/${path}`;
}
