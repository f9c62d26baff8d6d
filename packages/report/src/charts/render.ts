import type { TopLevelSpec } from 'vega-lite';

/** A panel of its own ground and ink, so that a chart reads alike on light and dark pages. */
const theme: TopLevelSpec['config'] = {
  background: '#ffffff',
  font: 'system-ui, sans-serif',
  axis: {
    labelColor: '#333333',
    titleColor: '#333333',
    gridColor: '#e5e5e5',
    labelFontSize: 12,
    titleFontSize: 12,
    // A label that is cut names nothing.
    labelLimit: 0,
  },
  header: { labelColor: '#333333', titleColor: '#333333', labelFontSize: 12, labelFontWeight: 'bold' },
  legend: { labelColor: '#333333', titleColor: '#333333', labelFontSize: 12 },
  title: { color: '#333333', fontSize: 14, anchor: 'start' },
  view: { stroke: '#e5e5e5' },
};

/** The label of a panel: above it, readable without turning one's head. */
export const header = { labelAngle: 0, labelOrient: 'top', labelAnchor: 'start' } as const;

/** A Vega-Lite specification → SVG. The same specification gives the same bytes. */
export async function renderSvg(spec: TopLevelSpec): Promise<string> {
  // Half of the time that a command takes to start, which most commands can do without.
  const [{ parse, View }, { compile }] = await Promise.all([import('vega'), import('vega-lite')]);
  const { spec: vega } = compile({
    padding: 12,
    ...spec,
    config: { ...theme, ...spec.config },
  } as TopLevelSpec);
  const view = new View(parse(vega), { renderer: 'none' });
  try {
    return `${await view.toSVG()}\n`;
  } finally {
    view.finalize();
  }
}
