import type { TopLevelSpec } from 'vega-lite';

/** Ground, ink, lines and quiet marks of a chart: on a light page, and on a dark one. */
const SCHEMES = [
  { light: '#ffffff', dark: '#181b20' },
  { light: '#333333', dark: '#d5d8dd' },
  { light: '#e5e5e5', dark: '#32363d' },
  { light: '#666666', dark: '#a9afb9' },
] as const;

/**
 * The style that a picture carries: its colours follow the scheme of the page that shows it, in a README, in REPORT.md
 * and in the HTML alike. The hues of the strategies have enough contrast on both.
 */
const DARK = `<style>@media (prefers-color-scheme:dark){${SCHEMES.flatMap(({ light, dark }) =>
  ['fill', 'stroke'].map((name) => `[${name}="${light}"]{${name}:${dark}}`),
).join('')}}</style>`;

/** The light scheme. A panel has its own ground, so that a chart can be read on any page. */
const theme: TopLevelSpec['config'] = {
  background: '#ffffff',
  font: 'system-ui, sans-serif',
  axis: {
    labelColor: '#333333',
    titleColor: '#333333',
    gridColor: '#e5e5e5',
    labelFontSize: 12,
    titleFontSize: 12,
    // A label that is cut identifies nothing.
    labelLimit: 0,
  },
  header: { labelColor: '#333333', titleColor: '#333333', labelFontSize: 12, labelFontWeight: 'bold' },
  legend: { labelColor: '#333333', titleColor: '#333333', labelFontSize: 12 },
  title: { color: '#333333', fontSize: 14, anchor: 'start' },
  view: { stroke: '#e5e5e5' },
};

/** The label of a panel stands above it, and is not rotated. */
export const header = { labelAngle: 0, labelOrient: 'top', labelAnchor: 'start' } as const;

/** Divides a chart into panels by the field `panel`, one below the other. */
export const panels = (names: Iterable<string>) => ({
  row: { field: 'panel', type: 'nominal', title: null, sort: [...new Set(names)], header },
});

/** A Vega-Lite specification. Its parts are built separately, and TypeScript then widens `'point'` to `string`. */
export type ChartSpec = Readonly<Record<string, unknown>>;

/** Turns a Vega-Lite specification into SVG. The same specification gives the same bytes. */
export async function renderSvg(spec: ChartSpec): Promise<string> {
  // The import takes half of a command's start, and most commands draw nothing.
  const [{ parse, View }, { compile }] = await Promise.all([import('vega'), import('vega-lite')]);
  const complete: unknown = { padding: 12, ...spec, config: theme };
  const { spec: vega } = compile(complete as TopLevelSpec);
  const view = new View(parse(vega), { renderer: 'none' });
  try {
    return `${(await view.toSVG()).replace(/^<svg [^>]*>/, (svg) => svg + DARK)}\n`;
  } finally {
    view.finalize();
  }
}
