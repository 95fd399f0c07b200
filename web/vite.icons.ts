/** Draws public/icon.svg as PNG, which installed apps need: the icon consists of rounded rectangles only. */

import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import type { Plugin } from 'vite';

interface Shape {
  x: number;
  y: number;
  width: number;
  height: number;
  rx: number;
  fill: number[];
  opacity: number;
}

const SAMPLES = 3; // per pixel and direction
const FILES = {
  'icon-180.png': [180, 0],
  'icon-192.png': [192, 0],
  'icon-512.png': [512, 0],
  'icon-maskable.png': [512, 8],
} as const;

export function icons(): Plugin {
  return {
    name: 'icons',
    apply: 'build',
    generateBundle() {
      const svg = readFileSync(new URL('public/icon.svg', import.meta.url), 'utf8');
      for (const [fileName, [side, margin]] of Object.entries(FILES))
        this.emitFile({ type: 'asset', fileName, source: drawPng(svg, side, margin) });
    },
  };
}

/** Draw an icon; a margin, in units of the drawing, is filled with the colour of the first shape. */
export function drawPng(svg: string, side: number, margin = 0): Uint8Array {
  const shapes = readShapes(svg);
  const [ground] = shapes;
  if (margin)
    Object.assign(ground!, { x: -margin, y: -margin, width: 64 + 2 * margin, height: 64 + 2 * margin, rx: 0 });
  const rows = Array.from({ length: side }, (_, y) => {
    const row = Buffer.alloc(1 + 4 * side); // begins with the filter of the line: none
    for (let x = 0; x < side; x++) row.set(pixel(shapes, x, y, (64 + 2 * margin) / side, margin), 1 + 4 * x);
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6], 8); // eight bits, red green blue alpha
  const data = deflateSync(Buffer.concat(rows), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function readShapes(svg: string): Shape[] {
  return [...svg.matchAll(/<rect ([^>]*)\/>/g)].map(([, attributes]) => {
    const read = (name: string, otherwise: string): string =>
      new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes!)?.[1] ?? otherwise;
    const colour = read('fill', '#FFFFFF');
    return {
      x: Number(read('x', '0')),
      y: Number(read('y', '0')),
      width: Number(read('width', '0')),
      height: Number(read('height', '0')),
      rx: Number(read('rx', '0')),
      fill: [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)),
      opacity: Number(read('opacity', '1')),
    };
  });
}

/** Return red, green, blue and alpha of a pixel, the mean of its samples. */
function pixel(shapes: Shape[], x: number, y: number, scale: number, margin: number): number[] {
  const sum = [0, 0, 0, 0];
  for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
    const at = [x + ((sample % SAMPLES) + 0.5) / SAMPLES, y + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES];
    let [colour, alpha] = [[0, 0, 0], 0];
    for (const shape of shapes) {
      if (!covers(shape, at[0]! * scale - margin, at[1]! * scale - margin)) continue;
      colour = alpha ? colour.map((old, i) => old + (shape.fill[i]! - old) * shape.opacity) : shape.fill;
      alpha = Math.max(alpha, shape.opacity);
    }
    colour.forEach((value, i) => (sum[i]! += value * alpha));
    sum[3]! += alpha;
  }
  const total = sum[3]!;
  return [
    ...sum.slice(0, 3).map((value) => Math.round(total ? value / total : 0)),
    Math.round((255 * total) / SAMPLES ** 2),
  ];
}

function covers({ x, y, width, height, rx }: Shape, px: number, py: number): boolean {
  if (px < x || px > x + width || py < y || py > y + height) return false;
  const dx = Math.max(x + rx - px, px - (x + width - rx), 0);
  const dy = Math.max(y + rx - py, py - (y + height - rx), 0);
  return dx * dx + dy * dy <= rx * rx || !dx || !dy;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, check]);
}
