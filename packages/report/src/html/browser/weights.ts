/** The three places of a slider, and their weights, in the form of `bench adr --need`. */
const PLACES = [
  { word: 'nothing', weight: 0 },
  { word: 'some', weight: 1 },
  { word: 'much', weight: 3 },
] as const;

const input = (id: string) => document.getElementById(id) as HTMLInputElement | null;

const needsIn = (group: HTMLElement): string[] =>
  [...group.querySelectorAll<HTMLElement>('[data-need]')].flatMap(({ dataset }) => dataset.need ?? []);

const groups = () => [...document.querySelectorAll<HTMLElement>('.weights-of')];
const sliderOf = (group: HTMLElement) => group.querySelector('input');

function put(slider: HTMLInputElement | null, place: number, word: string = PLACES[place]?.word ?? ''): void {
  if (!slider) return;
  slider.value = String(place);
  slider.setAttribute('aria-valuetext', word);
  const output = slider.parentElement?.querySelector('output');
  if (output) output.textContent = word;
}

/** A weight that was typed into the address may lie between two places. */
function placeOf(weight: number): number {
  if (weight === 0) return 0;
  return weight < 2 ? 1 : 2;
}

/**
 * Shows the weights in the sliders. A group's slider shows the weight of its needs if they agree, and “mixed” if they
 * differ.
 */
export function showWeights(weights: Readonly<Record<string, number>>): void {
  for (const group of groups()) {
    const needs = needsIn(group);
    const places = needs.map((id) => placeOf(weights[id] ?? 0));
    for (const [index, id] of needs.entries()) put(input(`weight-${id}`), places[index] ?? 0);
    const isMixed = new Set(places).size > 1;
    put(sliderOf(group), isMixed ? 1 : (places[0] ?? 0), isMixed ? 'mixed' : undefined);
  }
}

/** Reports the needs of a slider and their new weight: a group's slider changes all of its needs. */
export function onWeights(change: (needs: readonly string[], weight: number) => void): void {
  const listen = (slider: HTMLInputElement | null, needs: readonly string[]) =>
    slider?.addEventListener('input', () => change(needs, PLACES[Number(slider.value)]?.weight ?? 0));
  for (const group of groups()) {
    const needs = needsIn(group);
    listen(sliderOf(group), needs);
    for (const id of needs) listen(input(`weight-${id}`), [id]);
  }
}
