/**
 * The numeral face: Nunito (SIL Open Font License), cut down to digits and the signs around them, about 5 kB.
 * `app.css` refers to the file written here; the page preloads it, so that the first board is drawn in it.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const SIGNS = '0123456789:.,%+–×';
const WEIGHTS = { min: 400, max: 700 };
const SOURCE = new URL(
  'node_modules/@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2',
  import.meta.url,
);
const TARGET = fileURLToPath(new URL('node_modules/.cache/numerals.woff2', import.meta.url));

export function numerals(): Plugin {
  return {
    name: 'numerals',
    async buildStart() {
      const font = await subsetFont(readFileSync(SOURCE), SIGNS, {
        targetFormat: 'woff2',
        variationAxes: { wght: WEIGHTS },
      });
      mkdirSync(dirname(TARGET), { recursive: true });
      writeFileSync(TARGET, font);
    },
    transformIndexHtml(_, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((name) => name.endsWith('.woff2'));
      if (!font) return;
      const attrs = { rel: 'preload', href: `./${font}`, as: 'font', type: 'font/woff2', crossorigin: '' };
      return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
    },
  };
}
