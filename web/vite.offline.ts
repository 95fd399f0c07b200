/** Writes the service worker with the list of all files of this build. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    // Runs after everything is written: files that were empty or inlined into the page no longer exist.
    writeBundle({ dir }) {
      const template = readFileSync(new URL('src/app/offline/service-worker.js', import.meta.url), 'utf8');
      const folder = new URL('public/', import.meta.url);
      const still = readdirSync(folder);
      const built = readdirSync(join(dir!, 'assets')).map((name) => `assets/${name}`);
      const hash = createHash('sha256').update(built.join());
      const drawn = readdirSync(dir!).filter((name) => name.endsWith('.png'));
      for (const name of still) hash.update(readFileSync(new URL(name, folder)));
      const files = JSON.stringify(['./', ...built, ...still, ...drawn]);
      const version = JSON.stringify(hash.digest('hex').slice(0, 12));
      const source = template.replace('__FILES__', files).replace('__VERSION__', version);
      writeFileSync(join(dir!, 'sw.js'), source);
    },
  };
}
