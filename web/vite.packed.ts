/** Writes compressed copies of files that benefit, so that the server does not compress at run time. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const KINDS = /\.(js|css|html|svg|wasm|json|webmanifest)$/;
const LEAST = 1000; // bytes; smaller files gain too little

export function packed(): Plugin {
  let folder = '';
  return {
    name: 'packed',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => KINDS.test(name));
      for (const path of files.map((name) => join(folder, name))) pack(path);
    },
  };
}

function pack(path: string): void {
  const content = readFileSync(path);
  if (content.length < LEAST) return;
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
}
