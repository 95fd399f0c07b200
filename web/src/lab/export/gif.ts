/** Encodes runs as animated GIFs. */

import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { Inks } from '../views/inks.svelte';
import { drawMoment, sizeOf } from './picture';
import type { Run } from '../player/run.svelte';

const COLOURS = 64;
const LAST = 1500; // milliseconds the last frame stays

/** Draw the moments and return the file, or null if stopped. Each `await` lets the page draw. */
export async function drawGif(
  runs: readonly Run[],
  names: readonly string[],
  moments: readonly number[],
  ink: Inks,
  delay: number,
  onpicture: (drawn: number) => boolean,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { width, height } = sizeOf(runs.length);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const encoder = GIFEncoder();
  for (const [index, moment] of moments.entries()) {
    drawMoment(context, runs, names, moment, ink);
    const { data } = context.getImageData(0, 0, width, height);
    const palette = quantize(data, COLOURS);
    encoder.writeFrame(applyPalette(data, palette), width, height, {
      palette,
      delay: index + 1 === moments.length ? LAST : delay,
    });
    if (!onpicture(index + 1)) return null;
    await new Promise((resolve) => setTimeout(resolve));
  }
  encoder.finish();
  return encoder.bytes();
}
