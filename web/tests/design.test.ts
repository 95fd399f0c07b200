/** The visual system: sizes in the CSS are tokens, and cell colours keep their hue across themes. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const SRC = new URL('../src/', import.meta.url);
const css = readFileSync(new URL('app/app.css', SRC), 'utf8');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.svelte'));

const styleOf = (name: string): string =>
  /<style>([^]*)<\/style>/.exec(readFileSync(new URL(name, SRC), 'utf8'))?.[1] ?? '';
const SIZED = /\b(gap|row-gap|column-gap|padding[a-z-]*|margin[a-z-]*|font-size|border-radius): ([^;]+);/g;

/** Sizes that are no token: more than 3 pixels, in px, em or rem. What scales with its container is free. */
const rawSizes = (value: string): string[] =>
  [...value.replaceAll(/(max|min|clamp|calc)\([^;]*\)/g, '').matchAll(/(\d*\.?\d+)(px|rem|em)\b/g)]
    .filter(([, number, unit]) => Number(number) * (unit === 'px' ? 1 : 16) > 3)
    .map(([size]) => size);

describe('tokens', () => {
  it.each(files)('%s uses tokens for space, type and radii', (name) => {
    const found = [...styleOf(name).matchAll(SIZED)].flatMap(([line, , value]) =>
      rawSizes(value!).length ? [line] : [],
    );
    expect(found).toEqual([]);
  });

  it('defines every token that is used', () => {
    const all = css + files.map(styleOf).join();
    const used = new Set([...all.matchAll(/var\((--(?:space|text|radius)-\d)/g)].map(([, name]) => name));
    for (const name of used) expect(css).toContain(`${name}:`);
  });
});

describe('cell colours', () => {
  const colours = [...css.matchAll(/--colour-\d: light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, light, dark]) => [
    light!,
    dark!,
  ]);

  it('keep their hue in the dark theme', () => {
    expect(colours).toHaveLength(8);
    for (const [light, dark] of colours) {
      const turn = Math.abs(hueOf(light!) - hueOf(dark!)) % 360;
      expect(Math.min(turn, 360 - turn)).toBeLessThan(35);
    }
  });
});

/** The hue of a colour in HSL, in degrees. */
function hueOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
}
