import type { Element } from 'hast';
import { h } from 'hastscript';

/** A slider with three places: nothing, some, much. */
export const weightSlider = (id: string, label: string): Element =>
  h('p.weight', [
    h('label', { htmlFor: id }, label),
    h('input', { type: 'range', id, min: 0, max: 2, step: 1, value: '0', ariaValueText: 'nothing' }),
    h('output', { htmlFor: id, ariaHidden: 'true' }, 'nothing'),
  ]);
