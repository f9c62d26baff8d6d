/** The three places of a slider, and what they weigh: as `bench adr --need` takes it. */
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

/** A weight that was written into the address by hand may lie between two places. */
const placeOf = (weight: number) => (weight === 0 ? 0 : weight < 2 ? 1 : 2);

/** The sliders as the weights have it; that of a group where its needs agree, and “mixed” where they differ. */
export function showWeights(weights: Readonly<Record<string, number>>): void {
  for (const group of groups()) {
    const needs = needsIn(group);
    const places = needs.map((id) => placeOf(weights[id] ?? 0));
    for (const [index, id] of needs.entries()) put(input(`weight-${id}`), places[index] ?? 0);
    const isMixed = new Set(places).size > 1;
    put(sliderOf(group), isMixed ? 1 : (places[0] ?? 0), isMixed ? 'mixed' : undefined);
  }
}

/** Calls back with the needs that a slider is for, and their new weight: a group's moves all of its needs. */
export function onWeights(change: (needs: readonly string[], weight: number) => void): void {
  const listen = (slider: HTMLInputElement | null, needs: readonly string[]) =>
    slider?.addEventListener('input', () => change(needs, PLACES[Number(slider.value)]?.weight ?? 0));
  for (const group of groups()) {
    const needs = needsIn(group);
    listen(sliderOf(group), needs);
    for (const id of needs) listen(input(`weight-${id}`), [id]);
  }
}
