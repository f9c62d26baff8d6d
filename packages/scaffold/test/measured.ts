/** Removes from a text its imports, which differ, and what a formatter moves: spaces, commas, the first `|` of a union. */
export const substance = (text: string): string =>
  text
    .replaceAll(/^(?:import|export)\b[^;]*?\bfrom '[^']*';|^import '[^']*';/gm, '')
    .replaceAll(/import\('[^']*'\)/g, 'import()')
    .replaceAll(/new URL\('[^']*'/g, 'new URL(')
    .replaceAll(/[\s,]/g, '')
    .replaceAll('=|', '=');

/** Finds the source of a written file. */
export function originOf(file: string, strategy: string): string {
  const folders = [
    ['src/workload/call.ts', 'packages/workload/src/own/call.ts'],
    ['src/workload/', 'packages/workload/src/'],
    ['src/service/', 'packages/service/src/'],
    ['src/', `packages/${strategy}/src/`],
  ];
  const [prefix = '', folder = ''] = folders.find(([start = '']) => file.startsWith(start)) ?? [];
  return folder + file.slice(prefix.length);
}
