import type { Analysis } from '@cpu-bound/study/model';
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
const header = { labelAngle: 0, labelOrient: 'top', labelAnchor: 'start' } as const;

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

/**
 * The hues of Okabe & Ito, which colour-blind readers can distinguish, each with a shape. Each has a contrast of at
 * least three on light and on dark pages.
 */
const colours = ['#2e86c9', '#c77a00', '#009068', '#c4629b', '#d0551a', '#7d78cf'];
const shapes = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down'];
/** Shapes of variants, which no contestant has; their colour is their contestant's. */
const variantShapes = ['triangle-right', 'triangle-left', 'arrow', 'wedge'];

export const LIMIT_COLOUR = '#666666';

/**
 * Assigns the same colour and shape to a contestant in every chart of a report; a variant has its contestant's colour.
 */
export function marksOf({ contestants, variants = [] }: Pick<Analysis, 'contestants' | 'variants'>) {
  const ids = contestants.map(({ id }) => id);
  const colourOf = (id: string | undefined) => colours[Math.max(0, ids.indexOf(id ?? '')) % colours.length];
  return {
    domain: [...ids, ...variants.map(({ id }) => id)],
    colours: [
      ...ids.map((id) => colourOf(id) ?? ''),
      ...variants.map(({ variantOf }) => colourOf(variantOf) ?? ''),
    ],
    shapes: [
      ...ids.map((_, index) => shapes[index % shapes.length] ?? ''),
      ...variants.map((_, index) => variantShapes[index % variantShapes.length] ?? ''),
    ],
  };
}

/** Returns the colour and shape channels of a chart whose data name a `contestant`, for those that occur. */
export function encodingOf(
  analysis: Pick<Analysis, 'contestants' | 'variants'>,
  values: readonly { readonly contestant: string }[],
  legend: 'legend' | 'none',
) {
  const { domain, colours: all, shapes: marks } = marksOf(analysis);
  const used = domain.flatMap((id, index) =>
    values.some(({ contestant }) => contestant === id) ? [index] : [],
  );
  const pick = (list: readonly string[]) => used.map((index) => list[index] ?? '');
  const channel = (range: string[]) => ({
    field: 'contestant',
    type: 'nominal' as const,
    scale: { domain: pick(domain), range },
    title: null,
    ...(legend === 'none' && { legend: null }),
  });
  return { order: pick(domain), color: channel(pick(all)), shape: channel(pick(marks)) };
}
